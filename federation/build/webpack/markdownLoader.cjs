const path = require('node:path');
const { compileMarkdown } = require('@shop/contracts/markdown/compileMarkdown');

/**
 * `import terms from './terms.md'` returns { meta, body }: the front matter, and the text as RichText data of the
 * contracts. Browsers get neither Markdown nor a parser. Invalid texts fail the build with file and line.
 */
module.exports = function markdownLoader(source) {
  return `export default ${JSON.stringify(compileMarkdown(source, path.relative(this.rootContext, this.resourcePath)))};`;
};
