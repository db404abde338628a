// The manifest. Browsers differ in two things: how the background runs, and how the extension is identified.
/** The first versions with all features: highlights came last in Chromium, `navigation` in Firefox. */
const OLDEST = { chromium: '123', firefox: '147.0' };
const ID = '{c3a5f0de-7b41-4e26-9d0a-51f2e8b6a947}';

const ICONS = Object.fromEntries([16, 32, 48, 96, 128].map((size) => [size, `icons/icon-${size}.png`]));

/**
 * @param {'chromium' | 'firefox'} browser
 * @param {string} version
 * @param {string} [homepage] the site where this build is published, with the privacy text
 */
export function manifest(browser, version, homepage) {
  return {
    manifest_version: 3,
    name: '__MSG_extensionName__',
    description: '__MSG_extensionDescription__',
    version,
    default_locale: 'en',
    ...(homepage ? { homepage_url: homepage } : {}),
    icons: ICONS,
    action: { default_popup: 'pages/popup.html', default_icon: ICONS, default_title: '__MSG_title_unread__' },
    options_ui: { page: 'pages/options.html', open_in_tab: true },
    permissions: ['activeTab', 'scripting', 'storage', 'unlimitedStorage'],
    // Asked for when the user turns on automatic reading.
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    incognito: 'not_allowed',
    content_security_policy: {
      extension_pages: [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+O' } },
      'next-difference': { suggested_key: { default: 'Alt+Shift+Period' }, description: '__MSG_commandNext__' },
      'previous-difference': { suggested_key: { default: 'Alt+Shift+Comma' }, description: '__MSG_commandPrevious__' },
    },
    ...(browser === 'chromium' ? CHROMIUM : FIREFOX),
  };
}

const CHROMIUM = {
  minimum_chrome_version: OLDEST.chromium,
  background: { service_worker: 'background.js', type: 'module' },
};
const FIREFOX = {
  background: { scripts: ['background.js'], type: 'module' },
  browser_specific_settings: {
    gecko: { id: ID, strict_min_version: OLDEST.firefox, data_collection_permissions: { required: ['none'] } },
  },
};
