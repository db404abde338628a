/** What is known of an article beside its text, see `Facts` in the types: the fields of the core's `Metadata`. */
export const METADATA = ['title', 'language', 'credit', 'author', 'site', 'published', 'canonical', 'url', 'firstSeen'];
