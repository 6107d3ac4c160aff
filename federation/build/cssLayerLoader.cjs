// Puts a CSS module into its cascade layer, so that a feature's rule beats a component's whatever order they load in.
module.exports = function cssLayerLoader(source) {
  const layer = this.resourcePath.includes('/design-system/') ? 'components' : 'features';
  // The order is said in every file: whichever the browser meets first settles it.
  return `@layer reset, base, components, features;\n@layer ${layer} {\n${source}\n}`;
};
