// Compiled, never run: what the types allow, and by `@ts-expect-error` what they do not.
import init, {
  ArticleIndex,
  Fingerprint,
  IndexedDbIndex,
  MemoryIndex,
  OffprintStream,
  Reader,
  align,
  compare,
  keys,
  policy,
  read,
  readDocument,
  type Article,
  type ArticleRecord,
  type Insertion,
  type Match,
  type OffprintError,
  type Relation,
  type Sentence,
  type Store,
} from 'offprint';
import { edge } from 'offprint/edge';
import { layoutMap, Collection, type FoldedResults, fold, type Origins, origins } from 'offprint/full';
import { storeConformance } from 'offprint/store-test';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(equal: Equal<A, B>): void => void equal;

export async function reading(response: Response, bytes: Uint8Array, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  same<Promise<void>, ReturnType<typeof init>>(true);
  const article = await read(response, { signal: AbortSignal.timeout(1000), maxBytes: 1 << 20 });
  same<Article, typeof article>(true);
  same<string | null, typeof article.fingerprint>(true);
  for (const page of ['<p>', bytes, new ArrayBuffer(8), response.body!, pieces, new Blob(['<p>'])]) await read(page);
  await read('<p>', { contentType: null, url: null });
  const document = { documentElement: { outerHTML: '<p>' }, URL: 'https://x.example/' };
  await readDocument(document, { explain: true });
  // @ts-expect-error a number is not a page
  await read(5);
  // @ts-expect-error only a stream or a reader cleans
  await read('<p>', { clean: true });
  // @ts-expect-error no such option
  await read('<p>', { contenttype: 'text/html' });

  const stream = new OffprintStream({ clean: true });
  const cleaned = new Response(response.body!.pipeThrough(stream));
  same<Promise<Article>, typeof stream.article>(true);
  await cleaned.text();

  const reader = new Reader({ url: 'https://x.example/' });
  same<Uint8Array, ReturnType<typeof reader.write>>(true);
  // @ts-expect-error text is not bytes
  reader.write('<p>');
  reader.end().keys.read.map((key) => key.toUpperCase());
  reader.end(bytes).siteMemory.subarray(1);
  // @ts-expect-error it returns one only if it was given one
  reader.end().siteMemory.subarray(1);
  reader[Symbol.dispose]();
}

export function comparing(a: Article, b: Article, kept: ArticleRecord): void {
  const relation: Relation = compare(a, b);
  same<'same' | 'partial' | 'different' | 'unknown', typeof relation.verdict>(true);
  compare(a.fingerprint, null);
  compare(kept, b);
  compare(a.fingerprint, b.fingerprint, a, { credit: 'x' });
  if (a.fingerprint !== null) keys(a.fingerprint).write.at(0);
  // @ts-expect-error it may be null
  keys(a.fingerprint);
  // @ts-expect-error a number is not a fingerprint
  compare(1, 2);
  same<Uint8Array, ReturnType<typeof Fingerprint.toBytes>>(true);
}

export function sideBySide(a: Article, b: Article): void {
  const [first]: [Sentence[], Sentence[]] = align(a.text, b.text);
  first.map(({ start, end, kind }) => kind === 'only' && a.text.slice(start, end));
  // @ts-expect-error an article is not its text
  align(a, b);
}

export async function finding(article: Article, store: Store): Promise<void> {
  for (const index of [new MemoryIndex(), new IndexedDbIndex('name'), new ArticleIndex(store)]) {
    const { of }: Insertion = await index.add({ ...article, id: 'a', data: { folder: 7 } });
    const [match] = await index.find(article);
    same<Match | undefined, typeof match>(true);
    same<'same' | 'partial' | undefined, NonNullable<typeof match>['verdict'] | undefined>(true);
    await index.import(await index.export());
    await index.remove(article);
    void of;
  }
  await new IndexedDbIndex().close();
  // @ts-expect-error it has no fingerprint
  await new MemoryIndex().add({ id: 'a' });
  // @ts-expect-error a Map is not asynchronous
  new ArticleIndex(new Map<string, ArticleRecord>());
}

export function judging(article: Article, kept: ArticleRecord[]): number | undefined {
  const { read, digest } = policy.keys(article);
  same<string | undefined, typeof digest>(true);
  const led = read.map((key) => kept.filter(({ keys }) => keys.includes(key)));
  const numbers = policy.candidates(led);
  const [first] = policy.judge(
    article,
    kept.filter(({ number }) => numbers.includes(number)),
  );
  return first?.verdict === 'same' ? kept[first.place]?.class : undefined;
}

const records = new Map<string, ArticleRecord>();
export const memory: Store = {
  get: async (id) => records.get(id),
  find: async (keys) => [...records.values()].filter((record) => record.keys.some((key) => keys.includes(key))),
  put: async (record) => void records.set(record.id, record),
  delete: async (ids) => ids.forEach((id) => void records.delete(id)),
  all: async () => records.values(),
};

export function others(test: (name: string, run: () => Promise<void>) => void, error: OffprintError): void {
  storeConformance(() => memory, { test, assert: { ok() {}, equal() {}, deepEqual() {} } });
  const shards: string[] = edge.shards();
  const collection = new Collection();
  const { place, minutes } = collection.add('a', { fingerprint: null, title: 'A' });
  const found: Origins = origins([{ fingerprint: null, title: 'A' }]);
  const folded: FoldedResults = fold([{ fingerprint: null, title: 'A', snippet: 'B' }]);
  const likeness = folded.groups[0]?.others[0]?.likeness;
  same<'same' | 'partial' | 'rewritten' | 'similar' | undefined, typeof likeness>(true);
  same<Origins, ReturnType<typeof collection.origins>>(true);
  const members: number[] | undefined = collection.dedupe().clusters[0];
  same<number | null, typeof minutes>(true);
  const before: { start: number; end: number } | undefined = layoutMap(null, '').codes[0]?.before;
  const code: string = error.code;
  void [before, shards, place, members, found.clusters[0]?.links[0]?.changes, collection.table('csv'), code];
}
