/** A store on Workers KV. */
export const kvStore = (kv) => ({
  async get(keys) {
    const found = keys.length ? await kv.get(keys, 'json') : [];
    return new Map([...found].filter(([, value]) => value !== null));
  },
  async put(entries) {
    await Promise.all(entries.map(([key, value]) => kv.put(key, JSON.stringify(value))));
  },
  async delete(keys) {
    await Promise.all(keys.map((key) => kv.delete(key)));
  },
  async keys() {
    const names = [];
    for (let page = {}; !page.list_complete; names.push(...page.keys.map(({ name }) => name))) {
      page = await kv.list({ cursor: page.cursor });
    }
    return names;
  },
});
