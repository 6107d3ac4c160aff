const { register } = require('esbuild-register/dist/node');

register(); // jest workers load this file without TypeScript
const { compileMarkdown } = require('@shop/contracts/markdown/compileMarkdown');

/** The same transformation for jest, so that tests use the texts that shoppers read. */
module.exports = {
  process: (source, file) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(compileMarkdown(source, file))} };`,
  }),
};
