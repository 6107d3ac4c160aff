const crypto = require('node:crypto');
const fs = require('node:fs/promises');
const path = require('node:path');
const sharp = require('sharp');

const cacheDirectory = path.resolve(__dirname, '../../../.cache/pictures');
const FORMATS = {
  avif: (image) => image.avif({ quality: 52, effort: 1, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
};

/** Hashes a picture. Its sizes are cached by the hash of the original. */
const hashPicture = (content) => crypto.createHash('sha256').update(content).digest('hex').slice(0, 8);

/** Encodes a picture in one size and format. */
const encodeUncached = (original, { width, format }) =>
  FORMATS[format](sharp(original).resize({ width, withoutEnlargement: true })).toBuffer();

/**
 * Encodes a picture in one size and format, using the cache.
 * @param {Buffer} original
 * @param {{ width: number, format: 'avif' | 'webp' }} size width in pixels; never enlarged
 * @returns {Promise<Buffer>}
 */
const encodePicture = async (original, { width, format }) => {
  const cached = path.join(cacheDirectory, `${hashPicture(original)}-${width}.${format}`);
  try {
    return await fs.readFile(cached);
  } catch {
    const encoded = await encodeUncached(original, { width, format });
    await fs.mkdir(cacheDirectory, { recursive: true });
    // Written to a temporary file and renamed, so that concurrent builds never read partial files.
    const partial = `${cached}.${process.pid}-${crypto.randomUUID()}`;
    await fs.writeFile(partial, encoded);
    await fs.rename(partial, cached);
    return encoded;
  }
};

module.exports = { encodePicture, encodeUncached, hashPicture };
