const path = require('node:path');
const sharp = require('sharp');
const { encodePicture, hashOf } = require('./encodePicture.cjs');

/**
 * Where the release's files are, as an expression of the bundle. Server and browser must write the same URL into the
 * page: the server knows the remote by its release's directory (registry/<remote>/<version>/node), the browser by where
 * its code came from.
 */
const publicPathExpression = (target, mode, known) => {
  if (known !== undefined) return JSON.stringify(known);
  if (target.includes('node')) return '"/remotes/" + __dirname.split(/[\\\\/]/).at(-3) + "/"';
  return mode === 'development'
    ? '__webpack_public_path__'
    : 'new URL(__webpack_public_path__, document.baseURI).pathname';
};

/**
 * `import ring from './ring.webp?widths=480,960'` gives { src, avif, webp, width, height }, srcsets ready for
 * <picture>. The sizes become files of the bundle: a release carries its own pictures.
 */
module.exports = function pictureLoader(original) {
  const done = this.async();
  const widths = new URLSearchParams(this.resourceQuery).get('widths').split(',').map(Number);
  const name = path.basename(this.resourcePath, '.webp');
  const encode = (format) =>
    Promise.all(
      widths.map(async (width) => ({ width, format, encoded: await encodePicture(original, { width, format }) })),
    );

  Promise.all([sharp(original).metadata(), encode('avif'), encode('webp')]).then(([meta, avif, webp]) => {
    // One hash for all sizes: a name with one of its own would be most of what the page says of them.
    const hash = hashOf(Buffer.concat([...avif, ...webp].map(({ encoded }) => encoded)));
    const fileName = ({ width, format }) => `${name}.${hash}-${width}.${format}`;
    for (const size of [...avif, ...webp]) this.emitFile(fileName(size), size.encoded);
    const url = (size) => `base + ${JSON.stringify(fileName(size))}`;
    const srcset = (sizes) => sizes.map((size) => `${url(size)} + " ${size.width}w"`).join(' + ", " + ');
    done(
      null,
      `const base = ${publicPathExpression(this.target, this.mode, this.getOptions().publicPath)};\nexport default { src: ${url(webp[Math.floor(widths.length / 2)])}, avif: ${srcset(avif)}, webp: ${srcset(webp)}, width: ${meta.width}, height: ${meta.height} };`,
    );
  }, done);
};
module.exports.raw = true;
