const { pathToFileURL } = require('node:url');
const { joinShapes } = require('./joinShapes');

/**
 * Compiles an icon of lucide-react to one path without lucide's runtime: less script in every bundle, and fewer
 * elements in every page. Icons that one path cannot draw stay as they are.
 */
module.exports = function iconLoader(source) {
  const done = this.async();
  import(pathToFileURL(this.resourcePath).href)
    .then(({ __iconData }) => {
      const path = __iconData && joinShapes(__iconData.node); // a second name of an icon has no data
      if (path === undefined) return done(null, source);
      return done(
        null,
        `import { createIcon } from '@shop/shared/design-system/createIcon';\nexport default /* @__PURE__ */ createIcon(${JSON.stringify(path)});`,
      );
    })
    .catch(done);
};
