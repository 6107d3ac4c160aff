const path = require('node:path');

/** Stands for pictureLoader in jest: one address for each picture, without encoding it. */
module.exports = {
  process: (_source, file) => ({
    code: `module.exports = { __esModule: true, default: { src: '/${path.basename(file)}', avif: '', webp: '', width: 1200, height: 1200 } };`,
  }),
};
