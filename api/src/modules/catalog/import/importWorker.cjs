// An import takes seconds of a core, so it runs in a thread with a low priority (startImportQueue.ts).
require('tsx/cjs');
const { openAndRunImports } = require('./openAndRunImports.ts');

module.exports = openAndRunImports;
