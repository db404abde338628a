/** The fields of `Facts` in the types, and of the core's `Metadata`. */
export const METADATA = [
  'title',
  'language',
  'credit',
  'creditPlace',
  'authors',
  'site',
  'published',
  'publishedText',
  'canonical',
  'url',
  'firstSeen',
];
