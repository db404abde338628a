// Functions that run in a page. The background hands them over by themselves, so each stands alone.

/** The page as it stands now, with what scripts have made of it; or why it must not be read. */
export function takePage() {
  /** More than the reader reads. */
  const MOST = 8 * 2 ** 20;
  const isShown = (field) => field.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const shows = (fields) => [...document.querySelectorAll(fields)].some(isShown);
  const page = { url: document.URL, html: '' };
  if (shows('input[type=password]')) return { ...page, why: 'password' };
  if (shows('input[autocomplete~=cc-number], input[autocomplete~=cc-csc], input[autocomplete~=cc-exp], input[name*=cardnumber i], input[name*=card_number i], input[name=cvv i], input[name=cvc i]')) {
    return { ...page, why: 'card' };
  }
  const isPage = document.contentType === 'text/html' || document.contentType === 'application/xhtml+xml';
  return isPage ? { ...page, html: document.documentElement.outerHTML.slice(0, MOST) } : page;
}

/** The page's icon as a `data:` address; null unless it is small and of the page's own origin. */
export async function takeIcon() {
  const MOST = 8192;
  const SIDE = 32;
  try {
    const stated = document.querySelector('link[rel~=icon i]')?.href;
    const url = new URL(stated || '/favicon.ico', document.baseURI);
    if (url.origin !== location.origin) return null;
    // The browser has it already, from showing the tab.
    const response = await fetch(url, { cache: 'force-cache', mode: 'same-origin', redirect: 'error', signal: AbortSignal.timeout(3000) });
    let image = await response.blob();
    if (!response.ok || !image.type.startsWith('image/') || image.size === 0) return null;
    if (image.size > MOST) {
      const bitmap = await createImageBitmap(image, { resizeWidth: SIDE, resizeHeight: SIDE, resizeQuality: 'high' });
      const canvas = new OffscreenCanvas(SIDE, SIDE);
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      image = await canvas.convertToBlob({ type: 'image/png' });
    }
    const bytes = new Uint8Array(await image.arrayBuffer());
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return bytes.length <= MOST ? `data:${image.type.split(';')[0]};base64,${base64}` : null;
  } catch {
    return null;
  }
}
