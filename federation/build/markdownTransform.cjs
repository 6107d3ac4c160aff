const { register } = require('esbuild-register/dist/node');

register(); // jest's workers read this file without TypeScript
const { compileMarkdown } = require('@shop/shared/content/compileMarkdown');

/** The same for jest: a test reads the texts that shoppers read. */
module.exports = {
  process: (source, file) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(compileMarkdown(source, file))} };`,
  }),
};
