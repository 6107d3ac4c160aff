import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { StorefrontId } from '@shop/contracts/storefronts';

const brotliCompress = promisify(zlib.brotliCompress);
const brotliDecompress = promisify(zlib.brotliDecompress);
const gzip = promisify(zlib.gzip);
/** A medium level takes about a millisecond per page. */
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } };

export type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the most compact encoding that the browser accepts. */
export const chooseEncoding = (accepted: string | undefined): Encoding => {
  const names = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase());
  const isAccepted = (encoding: Encoding): boolean =>
    names.some((name) => name === encoding || (name.startsWith(`${encoding};`) && !/;\s*q=0(?:\.0*)?$/.test(name)));
  return isAccepted('br') ? 'br' : isAccepted('gzip') ? 'gzip' : 'identity';
};

/** A page that is ready to send. It is stored compressed, since nearly every browser accepts brotli. */
export class PreparedPage {
  #gzip: Promise<Buffer> | undefined;

  private constructor(
    readonly status: number,
    readonly storefront: StorefrontId,
    readonly etag: string,
    /** Hashes of the styles in the page, for its content security policy. */
    readonly styleHashes: readonly string[],
    private readonly brotli: Buffer,
  ) {}

  /** Ignores `visitToken` for the ETag, because it differs on each render of the same page. */
  static async create(
    html: string,
    status: number,
    storefront: StorefrontId,
    visitToken: string,
    styleHashes: readonly string[],
  ): Promise<PreparedPage> {
    // Weak, because it is the same for all encodings.
    const etag = `W/"${createHash('sha256')
      .update(visitToken === '' ? html : html.replace(visitToken, ''))
      .digest('base64url')
      .slice(0, 22)}"`;
    return new PreparedPage(status, storefront, etag, styleHashes, await brotliCompress(html, BROTLI_OPTIONS));
  }

  /** Estimated memory size. */
  get bytes(): number {
    return this.brotli.length * 2;
  }

  async body(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br') return this.brotli;
    if (encoding === 'identity') return brotliDecompress(this.brotli);
    this.#gzip ??= brotliDecompress(this.brotli).then((html) => gzip(html));
    return this.#gzip;
  }
}
