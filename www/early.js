// Before the first paint: the language and the colours that the visitor chose, or those of the browser.
{
  const root = document.documentElement;
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // Storage can be forbidden.
    }
  };
  const chosen = kept('language') ?? (navigator.languages ?? []).find((tag) => /^(en|zh)\b/.test(tag));
  root.lang = chosen?.startsWith('zh') ? 'zh-Hans' : 'en';
  root.dataset.theme = kept('theme') ?? 'auto';
}
