const path = require('node:path');
const sharp = require('sharp');
const { encodePicture, hashPicture } = require('@shop/server-kit/pictures/encodePicture');

/**
 * Expression for the URL of the release's files. Server and browser must render the same URL: the server knows the
 * remote from its release's directory (registry/<remote>/<version>/node), the browser from the URL of its code.
 */
const publicPathExpression = (target, mode, known) => {
  if (known !== undefined) return JSON.stringify(known);
  if (target.includes('node')) return '"/remotes/" + __dirname.split(/[\\\\/]/).at(-3) + "/"';
  return mode === 'development'
    ? '__webpack_public_path__'
    : 'new URL(__webpack_public_path__, document.baseURI).pathname';
};

/**
 * `import ring from './ring.webp?widths=480,960'` returns { src, avif, webp, width, height }, with srcsets for
 * <picture>. The sizes become files of the bundle, so a release contains its own pictures.
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
    // All sizes share one hash, which keeps the page's markup small.
    const hash = hashPicture(Buffer.concat([...avif, ...webp].map(({ encoded }) => encoded)));
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
