// Runs before the first paint. Sets the language and the colours that the visitor or the browser chose, and whether the
// address names another view than the first. A document with a Chinese version has a page for each language. The
// address without a language leads to the visitor's, the other is followed as it is.
{
  const root = document.documentElement;
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // The browser may forbid storage.
    }
  };
  const tags = [kept('language') ?? '', ...(navigator.languages ?? [])].filter((tag) => /^(en|zh)\b/.test(tag));
  const isTraditional = /^zh-(Hant|TW|HK|MO)/i.test(tags.find((tag) => tag.startsWith('zh')) ?? '');
  root.dataset.chinese = isTraditional ? 'zh-Hant' : 'zh-Hans';
  const isEnglish = root.lang === 'en';
  if (tags[0]?.startsWith('zh') || !isEnglish) root.lang = root.dataset.chinese;
  if (isEnglish && root.lang !== 'en') {
    const version = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[hreflang=zh-Hans]'));
    if (version) location.replace(version.href + location.hash);
  }
  root.dataset.theme = kept('theme') ?? 'auto';
  // The first screen is there before any script, other views are not.
  root.toggleAttribute('data-elsewhere', /^#\/(?!home)./.test(location.hash));
}
