// The privacy text as a page of the extension, in each language.
import MarkdownIt from 'markdown-it';

/** Between Chinese characters a line break is not a space. */
const BREAK = /(?<=[\p{Script=Han}，。；：、（）“”「」])\n\s*(?=[\p{Script=Han}“「])/gu;

const markdown = new MarkdownIt();

/**
 * @param {string} options the settings page, which has the head of all pages
 * @param {string} text
 * @param {string} language as in the message `language`
 */
export function privacyPage(options, text, language) {
  const head = options
    .slice(0, options.indexOf('<nav>'))
    .replace(/ lang="\w+"/, ` lang="${language}"`)
    .replace(/ *<script .*\n/, '');
  const [heading, paragraphs] = markdown.render(text.replace(BREAK, '')).split(/(?<=<\/h1>)\n/);
  return `${head}${heading}</header>
  <main>
${paragraphs}</main>
</body>
</html>
`;
}
