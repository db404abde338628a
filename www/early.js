// Before the first paint: sets the language and the colours that the visitor chose, or those of the browser, and
// whether the address names another view than the first. A document with a Chinese version has a separate page for it:
// the address without a language leads to the visitor's language, the other address is followed as it is.
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
  // The script of the visitor's Chinese.
  const isTraditional = /^zh-(Hant|TW|HK|MO)/i.test(tags.find((tag) => tag.startsWith('zh')) ?? '');
  root.dataset.chinese = isTraditional ? 'zh-Hant' : 'zh-Hans';
  const isEnglish = root.lang === 'en';
  if (tags[0]?.startsWith('zh') || !isEnglish) root.lang = root.dataset.chinese;
  if (isEnglish && root.lang !== 'en') {
    const version = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[hreflang=zh-Hans]'));
    if (version) location.replace(version.href + location.hash);
  }
  root.dataset.theme = kept('theme') ?? 'auto';
  // The first screen opens before any script; another view does not.
  root.toggleAttribute('data-elsewhere', /^#\/(?!home)./.test(location.hash));
}
