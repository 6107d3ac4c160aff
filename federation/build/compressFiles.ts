import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const COMPRESSIBLE = /\.(js|css|svg|json|html)$/;
const MIN_BYTES = 512;

/** Copies of a file by the extension that they add to its name. */
type CompressedCopies = Readonly<Record<'.br' | '.gz', Buffer>>;

/** Compresses a text file as far as possible; undefined for other and for small files. */
export const compressContent = async (name: string, content: Buffer): Promise<CompressedCopies | undefined> => {
  if (!COMPRESSIBLE.test(name) || content.length < MIN_BYTES) return undefined;
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([brotli(content, { params }), gzip(content, { level: 9 })]);
  return { '.br': br, '.gz': gz };
};

/**
 * Writes a `.br` and `.gz` copy of every text file in a directory, so that the server does not compress at run time.
 */
export const compressFiles = async (directory: string): Promise<void> => {
  await Promise.all(
    (await fs.readdir(directory)).map(async (name) => {
      const file = path.join(directory, name);
      const copies = COMPRESSIBLE.test(name) ? await compressContent(name, await fs.readFile(file)) : undefined;
      for (const [extension, copy] of Object.entries(copies ?? {})) await fs.writeFile(file + extension, copy);
    }),
  );
};
