// Names of drafts and of the platform that may still change: headers, records of robots.txt, categories.
// docs/edge/policy.md lists the versions.

/** Web Bot Auth: draft-meunier-webbotauth-httpsig-protocol. */
export const BOT_AUTH = {
  tag: 'web-bot-auth',
  agent: 'signature-agent',
  directory: '/.well-known/http-message-signatures-directory',
  mediaType: 'application/http-message-signatures-directory+json',
};

/**
 * The purposes of classes of clients, by their names there: draft-ietf-aipref-vocab, and contentsignals.org.
 * @type {Record<string, { usage: string, signal: string }>}
 */
export const PURPOSES = {
  search: { usage: 'search', signal: 'search' },
  agent: { usage: 'ai-use', signal: 'ai-input' },
  training: { usage: 'train-ai', signal: 'ai-train' },
};

/** Cloudflare's categories of verified bots; all others are `other`. */
export const CATEGORIES = /** @type {const} */ ([
  ['Search Engine Crawler', 'search'],
  ['AI Crawler', 'training'],
  ['AI Assistant', 'agent'],
  ['AI Search', 'search'],
  ['Archiver', 'archive'],
]);
