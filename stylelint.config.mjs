/** Decoration: where a browser lacks it, nothing is lost. */
const enhancements = ['css-scrollbar', 'css3-cursors', 'css3-cursors-newer', 'css-resize', 'text-size-adjust'];

/** Nothing that a browser of the last two years lacks (package.json, browserslist). */
export default {
  plugins: ['stylelint-no-unsupported-browser-features'],
  rules: {
    'plugin/no-unsupported-browser-features': [
      true,
      { severity: 'error', ignore: enhancements, ignorePartialSupport: true },
    ],
  },
  ignoreFiles: ['**/dist/**', '**/node_modules/**', '.data/**', 'test-results/**'],
};
