import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { StorefrontId } from '@shop/shared/storefronts';

const brotliCompress = promisify(zlib.brotliCompress);
const brotliDecompress = promisify(zlib.brotliDecompress);
const gzip = promisify(zlib.gzip);
/** A page is compressed once: a middling level costs about a millisecond. */
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

export type Encoding = 'br' | 'gzip' | 'identity';

/** What the visitor's browser reads, the smallest first. */
export const chooseEncoding = (accepted: string | undefined): Encoding => {
  const names = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase());
  const isAccepted = (encoding: Encoding): boolean =>
    names.some((name) => name === encoding || (name.startsWith(`${encoding};`) && !/;\s*q=0(?:\.0*)?$/.test(name)));
  return isAccepted('br') ? 'br' : isAccepted('gzip') ? 'gzip' : 'identity';
};

/** A page as it leaves: kept compressed, since nearly everybody reads that. */
export class PreparedPage {
  #gzip: Promise<Buffer> | undefined;

  private constructor(
    readonly status: number,
    readonly storefront: StorefrontId,
    readonly etag: string,
    private readonly brotli: Buffer,
  ) {}

  /** `visitToken` differs each time that the same page is rendered: it does not make it another one. */
  static async create(
    html: string,
    status: number,
    storefront: StorefrontId,
    visitToken: string,
  ): Promise<PreparedPage> {
    // Weak: the same page, whichever way it is compressed.
    const etag = `W/"${createHash('sha256')
      .update(visitToken === '' ? html : html.replace(visitToken, ''))
      .digest('base64url')
      .slice(0, 22)}"`;
    return new PreparedPage(status, storefront, etag, await brotliCompress(html, BROTLI_OPTIONS));
  }

  /** What is kept of it, in bytes. */
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
