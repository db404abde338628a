// Written by tests/schema.rs.

/** The relation of two texts; `unknown` if one of them is too short to decide. */
export type Verdict = 'unknown' | 'different' | 'partial' | 'same';

/** A part of an article's structure. */
export type Structure = 'links' | 'images' | 'tables';

/** Whether another text has a sentence. */
export type SentenceKind = 'same' | 'changed' | 'only';

/** Whether one of two articles rewrites the other. */
export type RewriteVerdict = 'unknown' | 'independent' | 'copied' | 'rewritten';

/** How likely it does. */
export type Likelihood = 'low' | 'medium' | 'high';

/** What was measured of the facts of two texts. */
export type MeasureName = 'rare-words' | 'figures' | 'details' | 'covered' | 'order' | 'own-names' | 'own-figures' |
'neighbours' | 'quotations' | 'lead' | 'own-subjects';

/** A kind of fact. */
export type FactKind = 'word' | 'name' | 'number' | 'date';

/** How a result resembles another. */
export type Likeness = 'same' | 'partial' | 'rewritten' | 'similar';

/** Evidence for the origin of pages. */
export type ClusterEvidence = 'canonical' | 'credit' | 'title' | 'published' | 'longer' | 'central' | 'publisher' |
'rewritten';

/** A part of a fingerprint. */
export type BytesPart = 'header' | 'measures' | 'codes' | 'keys' | 'samples' | 'uncertain';

/** What the core finds on a page. */
export interface ArticleFields {
  /** Headline; empty if the page has none. */
  title: string;
  /** Language, a BCP 47 primary tag; `und` where neither page nor script shows it. */
  language: string;
  /** Source that the page credits, a name or a host: what its head states, else a line near the body. */
  credit: string | null;
  /**
   * Where the credit stands: `head` in the page's head, `top` in a line above or at the start of the body, `end` below
   * it or in its last lines.
   */
  creditPlace: 'head' | 'top' | 'end' | null;
  /** Other sources that it credits in the same place, such as the site it was copied through. */
  via: string[];
  /** Its authors; no name contains a comma. */
  authors: string[];
  /** Name of the site: what the head states, else the last part of the page's title. */
  site: string | null;
  /**
   * When it was published, as ISO 8601, at most to the minute: with time of day and offset where the page states them.
   */
  published: string | null;
  /** The same as the page writes it. */
  publishedText: string | null;
  /** Canonical address that the page states, absolute if the page's own address is known. */
  canonical: string | null;
  /** Address of the page. */
  url: string | null;
  /** When it was last changed, as ISO 8601. */
  modified: string | null;
  /** What the page is about, in a sentence or two of its own. */
  description: string | null;
  /** Address of its picture, absolute if the page's own address is known. */
  image: string | null;
  /** Its keywords. */
  tags: string[];
  /** Address of the site's icon, absolute if the page's own address is known. */
  favicon: string | null;
  /**
   * Address of the next page of the same article, if its site splits it over several and the page's own address is
   * known.
   */
  nextPage: string | null;
  /** Body, one paragraph per line. */
  text: string;
  /** Where the body was found: in the visible markup, unless almost nothing is visible. */
  textSource: 'page' | 'json-ld' | 'data' | 'inert';
  /** Letters and digits in the body, counting only what is surely part of the article. */
  length: number;
  /** Words in the body; each character of a script written without spaces, such as Chinese, counts as one. */
  wordCount: number;
  /** Script that most of the body is in, an ISO 15924 code. */
  script: string;
  /** Text direction, from the page or its script. */
  direction: 'ltr' | 'rtl';
  /** Charset of the page, its name in the WHATWG Encoding Standard. */
  charset: string;
  /** What determined the charset. */
  charsetSource: 'bom' | 'bytes' | 'http' | 'meta' | 'detected' | 'ascii' | null;
  /**
   * Media type by the first bytes, if this is not a page but an image, a PDF, an archive or the like. Such a file is
   * not read.
   */
  mediaType: string | null;
  /**
   * Kind of page. A list, or a page with nothing to read, has no fingerprint; a list with as much running text as a
   * long article has one.
   */
  pageType: 'article' | 'documentation' | 'forum' | 'product' | 'service' | 'list' | 'other';
  /** How far the body can be trusted, 0 to 100; 0 if there is no fingerprint for another reason than its length. */
  quality: number;
  /** Whether the page asks search engines not to index it, by a `<meta name=robots>`. */
  noindex: boolean;
  /**
   * Whether the body is only the beginning of an article, before a paywall or a login. The fingerprint records this,
   * too, and its verdict against any other is at most `partial`.
   */
  gated: boolean;
  /**
   * How many other articles the page shows before or after this one, as with endless scrolling. Their text is not in
   * the body.
   */
  otherArticles: number;
  /** Whether reading stopped at a limit before the end of the page. */
  truncated: boolean;
  /** Fingerprint; null if the page has none, for the reason in `noFingerprintReason`. */
  fingerprint: string | null;
  /** Why there is no fingerprint. */
  noFingerprintReason: 'unreadable' | 'list' | 'no-article' | 'boilerplate' | 'short' | null;
  /**
   * Links to other articles, next to the body or inside it, and all of a list, at most 200: web addresses, without
   * duplicates and without the page's own.
   */
  related: PageLink[];
  /** Body as Markdown. */
  markdown?: string;
  /** Body as HTML, without scripts and styles. */
  html?: string;
  /** Links in the body, at most 1,000, in their order; not those to other places on the same page. */
  links?: PageLink[];
  /** Images in the body, at most 200, in their order. */
  images?: BodyImage[];
  /** Comments of readers below the body, one paragraph per line, at most 200 KB; empty without any. */
  comments?: string;
}

/** What is known of an article apart from its text. An {@link Article} or an {@link EdgeRecord} can be passed. */
export interface Facts {
  /** Headline; empty if the page has none. */
  title?: string | null;
  /** Language, a BCP 47 primary tag; `und` where neither page nor script shows it. */
  language?: string | null;
  /** Source that the page credits, a name or a host: what its head states, else a line near the body. */
  credit?: string | null;
  /**
   * Where the credit stands: `head` in the page's head, `top` in a line above or at the start of the body, `end` below
   * it or in its last lines.
   */
  creditPlace?: 'head' | 'top' | 'end' | null;
  /** Its authors; no name contains a comma. */
  authors?: string[] | null;
  /** Name of the site: what the head states, else the last part of the page's title. */
  site?: string | null;
  /**
   * When it was published, as ISO 8601, at most to the minute: with time of day and offset where the page states them.
   */
  published?: string | null;
  /** The same as the page writes it. */
  publishedText?: string | null;
  /** Canonical address that the page states, absolute if the page's own address is known. */
  canonical?: string | null;
  /** Address of the page. */
  url?: string | null;
  /** When it was first seen, in UTC, ISO 8601; absent unless the article was stored. */
  firstSeen?: string | null;
}

/** A link on the page: to another article, or in the body. */
export interface PageLink {
  /** Its text. */
  text: string;
  /** Where it leads; absolute if the page's own address is known. */
  href: string;
}

/** An image in the body. */
export interface BodyImage {
  /** Its web address, absolute if the page's own is known. */
  src: string;
  /** Its description; empty without one. */
  alt: string;
  /** The text below or next to it. */
  caption: string | null;
}

/** A text that may state a field of an article, and the decision on it. */
export interface Candidate {
  /** The field. */
  field: keyof ArticleFields;
  /** The text. */
  text: string;
  /** Where it is: `item`, an element with `itemprop` or `rel=author`; `top`, around the headline; and the like. */
  place: 'link' | 'json-ld' | 'meta' | 'item' | 'class' | 'time' | 'title' | 'heading' | 'top' | 'body' | 'end' | 'data'
  | 'address';
  /** `taken`, `agrees` with the one that was taken, or the reason why it was not. */
  decision: 'taken' | 'agrees' | 'outranked' | 'not-in-title' | 'short' | 'site' | 'whole-title' | 'guess' | 'of-page' |
  'no-name' | 'no-date' | 'elsewhere';
}

/** A block of a page. */
export interface Block {
  /** Its text. */
  text: string;
  /** The rule that dropped it; null if it is part of the body. */
  rule: 'landmark' | 'class-word' | 'comments' | 'related' | 'hidden' | 'outside' | 'links' | 'headline' | 'credit' |
  'editor' | 'original-title' | 'caption' | 'disclaimer' | 'promo' | 'teaser' | 'notice' | 'another' | null;
}

/** One text seen from the other, in shares of 0 to 1. */
export interface Side {
  /** Share of its short shingles that the other holds: its coverage, or containment in the other. */
  coverage: number;
  /** Lower bound of the whole text's share, for 95 of 100 such samples (Wilson, 1927). */
  coverageLow: number;
  /** Upper bound. */
  coverageHigh: number;
  /** Share of its long shingles that the other holds. Edits reduce it more than `coverage`. */
  longCoverage: number;
  /** Share of its text that precedes the first stretch that both hold. */
  head: number;
  /** Share that the other lacks between the first and the last such stretch. */
  inside: number;
  /** Share that follows the last such stretch. */
  tail: number;
  /**
   * Share of its text that the other lacks and that may not be part of the article, such as a notice below it. It does
   * not count: the other shares are those of the rest.
   */
  uncertain: number;
  /** How clustered the missing shingles are: about 0 if scattered at random, 1 if all in one place. */
  clustering: number;
  /** Whether it is only the beginning of an article, before a paywall or a login. */
  gated: boolean;
}

/** A condition that was tested. */
export interface Evidence {
  /** Name of what was measured. */
  metric: string;
  /** The value measured. */
  value: number;
  /** The limit that the value is compared with. */
  threshold: number;
  /** Whether the condition requires the limit or more, rather than the limit or less. */
  atLeast: boolean;
  /** Whether the condition holds; conditions that hold indicate a reprint. */
  passed: boolean;
  /** How far the value may be off because it comes from a sample: one standard error; 0 if it is exact. */
  margin: number;
}

/** How the first text was changed in the second. */
export interface Change {
  /**
   * What happened to the first text in the second. `first-contains`: the first contains the second and holds more;
   * `second-contains`: the second contains the first; `overlap`: each has a stretch that the other lacks. `one-form`:
   * two different articles are written by one form, with other facts. `uncertain-cut`, `uncertain-added`: text that may
   * not be part of the article, which no other share includes.
   */
  kind: 'head-cut' | 'middle-cut' | 'tail-cut' | 'head-added' | 'inserted' | 'tail-added' | 'uncertain-cut' |
  'uncertain-added' | 'first-contains' | 'second-contains' | 'overlap' | 'one-form';
  /**
   * Share of a text, 0 to 1: of the first for what was cut, of the second for what was added or inserted, of the text
   * inside for `first-contains` and `second-contains`, of the one with less of its own for `overlap`; for `one-form`,
   * of the samples with facts, divided by that of the others.
   */
  share: number;
}

/** Why one of two articles may be the original. */
export interface Reason {
  /**
   * What was found: the other article states this one's address or a page of its site as its own, credits its site, or
   * says in its headline that it is a reprint; or this one was published earlier, or holds the other and more.
   */
  evidence: 'canonical-address' | 'canonical-site' | 'credit' | 'title' | 'published' | 'longer';
  /** The article that this reason supports as the original. */
  favors: 'first' | 'second';
  /** Confidence from this reason alone, 1 to 100. */
  weight: number;
}

/** Which of two articles is the original. */
export interface Original {
  /** The answer; null if it is undetermined. */
  which: 'first' | 'second' | null;
  /** How sure it is, 0 to 100; at least 15 if there is an answer, else 0. Contradicting reasons lower it. */
  confidence: number;
  /** All reasons found: those for the first, then those for the second. */
  reasons: Reason[];
}

/** The verdict on two texts, with its evidence. */
export interface Comparison {
  /**
   * The outcome. `unknown` means too little text to decide, or shared text that mentions neither of two different
   * headlines, which may be a notice; `partial`, that one abridges, extends, merges or quotes a large part of the
   * other.
   */
  verdict: 'unknown' | 'different' | 'partial' | 'same';
  /** Similarity, 0 to 1: the smaller of both coverages by short shingles, halved if one of the two is gated. */
  score: number;
  /**
   * Whether the verdict is borderline: a single condition within its margin, had it come out differently, would have
   * changed it. Callers that have both texts can `align` them.
   */
  borderline: boolean;
  /** What each side has that the other lacks, first side first; null if one is unknown. */
  sides: [Side, Side] | null;
  /**
   * Every condition that was evaluated; the verdict follows from which of them hold. One further entry,
   * `feature-codes`, is informational and does not affect the verdict.
   */
  evidence: Evidence[];
}

/** The verdict on two articles, how they differ, and which of them is the original. */
export interface Relation extends Comparison {
  /**
   * How the second text differs from the first, if the verdict is `same` or `partial`; of different articles, whether
   * they are written by one form.
   */
  changes: Change[];
  /** Which one is the original; null unless the verdict is `same` or `partial`. */
  original: Original | null;
  /** Whether they share text and have the same address: then the later one is a new version, not a copy. */
  version: boolean;
}
