/** Decoration: where a browser lacks it, nothing is lost. Safari lacks `touch-action` on desktops only. */
const enhancements = [
  'css-touch-action',
  'css3-cursors-grab',
  'css-media-scripting',
  'css-scrollbar',
  'css3-cursors',
  'css3-cursors-newer',
  'css-resize',
  'text-size-adjust',
];

/** Attributes that name a storefront: components read tokens, which the storefronts' themes set (decision 0041). */
const STOREFRONT_SELECTOR = '/data-(?:storefront|store|brand)\\b/';

/** Nothing that a browser of the last two years lacks (package.json, browserslist). */
export default {
  plugins: ['stylelint-no-unsupported-browser-features'],
  rules: {
    'plugin/no-unsupported-browser-features': [
      true,
      { severity: 'error', ignore: enhancements, ignorePartialSupport: true },
    ],
    'declaration-property-value-allowed-list': [
      { 'font-size': [/^var\(--/, 'inherit'] },
      { message: 'Use one of the eight sizes of the type scale: var(--text-xs) to var(--text-5xl).' },
    ],
    'selector-disallowed-list': [
      [STOREFRONT_SELECTOR],
      { message: "Read a token, and set it in the storefronts' themes: shared/src/storefronts/<id>/theme.css." },
    ],
  },
  overrides: [{ files: ['shared/src/storefronts/*/theme.css'], rules: { 'selector-disallowed-list': null } }],
  ignoreFiles: ['**/dist/**', '**/node_modules/**', '.data/**', '.topologies/**', 'test-results/**'],
};
