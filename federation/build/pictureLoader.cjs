const path = require('node:path');
const sharp = require('sharp');
const { encodePicture, hashOf } = require('./encodePicture.cjs');

/**
 * `import ring from './ring.webp?widths=480,960'` gives { src, avif, webp, width, height }, srcsets ready for <picture>.
 * The sizes become files of the bundle: a release carries its own pictures.
 */
module.exports = function pictureLoader(original) {
  const done = this.async();
  const widths = new URLSearchParams(this.resourceQuery).get('widths').split(',').map(Number);
  const name = path.basename(this.resourcePath, '.webp');
  const fileName = (width, format) => `${name}.${hashOf(original)}-${width}.${format}`;

  const emit = async (format) =>
    Promise.all(widths.map(async (width) => this.emitFile(fileName(width, format), await encodePicture(original, { width, format }))));

  const url = (width, format) => `__webpack_public_path__ + ${JSON.stringify(fileName(width, format))}`;
  const srcset = (format) => widths.map((width) => `${url(width, format)} + " ${width}w"`).join(' + ", " + ');

  Promise.all([sharp(original).metadata(), emit('avif'), emit('webp')]).then(([meta]) => {
    done(
      null,
      `export default { src: ${url(widths[Math.floor(widths.length / 2)], 'webp')}, avif: ${srcset('avif')}, webp: ${srcset('webp')}, width: ${meta.width}, height: ${meta.height} };`,
    );
  }, done);
};
module.exports.raw = true;
