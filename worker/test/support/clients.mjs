/** User agents of a search engine, a person, crawlers that train models, an assistant, and an archive. */
export const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
export const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
export const TRAINING = 'CCBot/2.0 (https://commoncrawl.org/faq/)';
export const GPT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
export const ASSISTANT = 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)';
export const ARCHIVE = 'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)';
