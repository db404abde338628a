// Runs in a page; the background injects it alone, so it imports nothing.

/** The page's icon as a `data:` address; null unless it is small and of the page's own origin. */
export async function takeIcon() {
  const MOST = 8192;
  const SIDE = 32;
  try {
    /** @type {HTMLLinkElement | null} */
    const link = document.querySelector('link[rel~=icon i]');
    const stated = link?.href;
    const url = new URL(stated || '/favicon.ico', document.baseURI);
    if (url.origin !== location.origin) return null;
    // The browser has it already, from showing the tab.
    const response = await fetch(url, {
      cache: 'force-cache',
      mode: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(3000),
    });
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
