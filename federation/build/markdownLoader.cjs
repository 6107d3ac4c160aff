const path = require('node:path');
const { compileMarkdown } = require('@shop/shared/content/compileMarkdown');

/**
 * `import terms from './terms.md'` gives { meta, body }: the front matter, and the text as data of the contracts'
 * RichText. No Markdown and no parser reaches the browser. A text that cannot be compiled fails the build with its file
 * and line.
 */
module.exports = function markdownLoader(source) {
  return `export default ${JSON.stringify(compileMarkdown(source, path.relative(this.rootContext, this.resourcePath)))};`;
};
