const crypto = require('node:crypto');
const fs = require('node:fs/promises');
const path = require('node:path');
const sharp = require('sharp');

const cacheDirectory = path.resolve(__dirname, '../../.cache/pictures');
const FORMATS = {
  avif: (image) => image.avif({ quality: 52, effort: 1, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
};

/** Identifies a picture: its sizes are cached by that of the original. */
const hashOf = (content) => crypto.createHash('sha256').update(content).digest('hex').slice(0, 8);

/**
 * One size of a picture in one format, from the cache where it was made before.
 * @param {Buffer} original
 * @param {{ width: number, format: 'avif' | 'webp' }} size width in pixels; never enlarged
 * @returns {Promise<Buffer>}
 */
const encodePicture = async (original, { width, format }) => {
  const cached = path.join(cacheDirectory, `${hashOf(original)}-${width}.${format}`);
  try {
    return await fs.readFile(cached);
  } catch {
    const encoded = await FORMATS[format](sharp(original).resize({ width, withoutEnlargement: true })).toBuffer();
    await fs.mkdir(cacheDirectory, { recursive: true });
    // Written aside and renamed: two builds at once never read half a picture.
    const partial = `${cached}.${process.pid}-${crypto.randomUUID()}`;
    await fs.writeFile(partial, encoded);
    await fs.rename(partial, cached);
    return encoded;
  }
};

module.exports = { encodePicture, hashOf };
