// Puts a CSS module into its cascade layer, so that a feature's rule overrides a component's regardless of load order.
module.exports = function cssLayerLoader(source) {
  const layer = this.resourcePath.includes('/design-system/') ? 'components' : 'features';
  // Every file declares the order, because the first one the browser loads decides.
  return `@layer reset, base, components, features;\n@layer ${layer} {\n${source}\n}`;
};
