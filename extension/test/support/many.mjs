// A history of very many made-up articles, with random fingerprints and the size of ordinary articles.
// They are written into the database directly, since reading so many pages would take hours.

/**
 * @param {import('puppeteer-core').Page} desk a page of the extension, whose background has opened the database
 * @param {number} count
 */
export async function fillHistory(desk, count) {
  await desk.evaluate(async (count) => {
    const opening = indexedDB.open('history');
    const database = await new Promise((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const random = (size) => crypto.getRandomValues(new Uint8Array(size));
    const han = (length) =>
      String.fromCharCode(...Array.from({ length }, () => 0x4e00 + Math.floor(Math.random() * 8000)));
    const name = () => Math.random().toString(36).slice(2, 10);
    const key = () => Math.floor(Math.random() * 2 ** 40);
    const start = Date.parse('2025-01-01T00:00:00Z');
    const record = (i) => {
      const host = `${name()}.example`;
      const seen = new Date(start + i * 60_000).toISOString();
      const url = `https://${host}/news/${name()}/${i}.html`;
      const stated = { title: han(22), site: han(5), credit: han(4), authors: [], published: seen, canonical: url };
      const known = { language: 'zh', pageType: 'article', length: 1000, firstSeen: seen, lastSeen: seen, visits: 1 };
      return { url, host, ...stated, ...known, fingerprint: random(520), keys: [key(), key(), key(), key()] };
    };
    for (let done = 0; done < count; ) {
      const transaction = database.transaction('articles', 'readwrite');
      const articles = transaction.objectStore('articles');
      for (const end = Math.min(count, done + 2000); done < end; done += 1) articles.put(record(done));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
    }
    database.close();
  }, count);
}
