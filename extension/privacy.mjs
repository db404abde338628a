// The privacy text as a page of the extension, in each language. It uses only these parts of Markdown: headings,
// paragraphs and bold words.

/** Between Chinese characters a line break is not a space. */
const BREAK = /(?<=[\p{Script=Han}，。；：、（）“”「」])\n\s*(?=[\p{Script=Han}“「])/gu;

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

const inline = (text) => escaped(text).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');

function block(text) {
  if (text.startsWith('# ')) return `<header><h1>${inline(text.slice(2))}</h1></header>`;
  return `<p>${inline(text)}</p>`;
}

/**
 * @param {string} options the settings page, which has the head of all pages
 * @param {string} markdown
 * @param {string} language as in the message `language`
 */
export function privacyPage(options, markdown, language) {
  const head = options
    .slice(0, options.indexOf('<body>'))
    .replace(/ lang="\w+"/, ` lang="${language}"`)
    .replace(/ *<script .*\n/, '');
  const [heading, ...blocks] = markdown.trim().replace(BREAK, '').split(/\n\n+/).map(block);
  return `${head}<body>
  ${heading}
  <main>
    ${blocks.join('\n    ')}
  </main>
</body>
</html>
`;
}
