/** Supported browsers (package.json, browserslist), in the words of esbuild. */
export const BROWSERS = ['chrome132', 'firefox133', 'safari18.2'];
