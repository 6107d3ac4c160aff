const path = require('node:path');
const sharp = require('sharp');
const { encodePicture, hashOf } = require('./encodePicture.cjs');

/**
 * Where the release's files are, as an expression of the bundle. Server and browser must write the same URL into the page:
 * the server knows the release by its directory (registry/<remote>/<version>/node), the browser by where its code came from.
 */
const publicPathExpression = (target, mode, known) => {
  if (known !== undefined) return JSON.stringify(known);
  if (target.includes('node')) return '"/remotes/" + __dirname.split(/[\\\\/]/).slice(-3, -1).map(encodeURIComponent).join("/") + "/"';
  return mode === 'development' ? '__webpack_public_path__' : 'new URL(__webpack_public_path__, document.baseURI).pathname';
};

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

  const url = (width, format) => `base + ${JSON.stringify(fileName(width, format))}`;
  const srcset = (format) => widths.map((width) => `${url(width, format)} + " ${width}w"`).join(' + ", " + ');

  Promise.all([sharp(original).metadata(), emit('avif'), emit('webp')]).then(([meta]) => {
    done(
      null,
      `const base = ${publicPathExpression(this.target, this.mode, this.getOptions().publicPath)};\nexport default { src: ${url(widths[Math.floor(widths.length / 2)], 'webp')}, avif: ${srcset('avif')}, webp: ${srcset('webp')}, width: ${meta.width}, height: ${meta.height} };`,
    );
  }, done);
};
module.exports.raw = true;
