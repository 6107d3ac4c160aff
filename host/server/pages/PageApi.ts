import * as contracts from '@shop/contracts';
import type { Endpoint } from '@shop/contracts';
import type { ApiAnswer } from '../../src/entry.server';

const TIMEOUT_MS = 2_000;
const SERVER_ERROR = 500;
const PREFIX = '/api';
/** Headers of answers that pages read. */
const PASSED_HEADERS = ['content-type', 'retry-after'];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'failureMessage' in value;

/** Addresses of what everybody may read. */
const READABLE = Object.values<unknown>(contracts)
  .filter(isEndpoint)
  .filter(({ isPublic }) => isPublic)
  .map(({ path }) => new RegExp(`^${PREFIX}${path.replace(/:\w+/g, '[^/]+')}$`));

/**
 * The API for one page that is rendered here. It knows nothing of the visitor, and reads only answers that are the same
 * for everybody.
 */
export class PageApi {
  #isComplete = true;

  /** @param version of what pages show. A proxy that stores answers must not give those of another version. */
  constructor(
    private readonly origin: string,
    private readonly version: string,
  ) {}

  /**
   * Reads an address such as "/api/products/1".
   * @param headers further headers for the API, such as the id of the page's request.
   */
  async call(address: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    try {
      const url = new URL(address, this.origin);
      if (url.origin !== new URL(this.origin).origin || !READABLE.some((path) => path.test(url.pathname)))
        throw new Error('A page on the server can only read what is public');
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers, 'x-content-version': this.version },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      if (response.status >= SERVER_ERROR) this.#isComplete = false;
      return {
        status: response.status,
        headers: Object.fromEntries(
          PASSED_HEADERS.flatMap((name) => {
            const value = response.headers.get(name);
            return value === null ? [] : [[name, value] as const];
          }),
        ),
        body: await response.text(),
      };
    } catch (error) {
      this.#isComplete = false;
      throw error;
    }
  }

  /** False if an answer failed, so that the page lacks a part. */
  get isComplete(): boolean {
    return this.#isComplete;
  }
}
