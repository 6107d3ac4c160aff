import * as contracts from '@shop/shared/contracts';
import { getMe, type Endpoint } from '@shop/shared/contracts';
import type { ApiAnswer } from '../../src/entry.server';

const TIMEOUT_MS = 2_000;
const SERVER_ERROR = 500;
const PREFIX = '/api';
/** Headers of answers that pages read. */
const PASSED_HEADERS = ['content-type', 'retry-after'];

/**
 * Who may see a page made from API responses: `public` if all of them are public (Cache-Control), `private` if one is
 * not, `incomplete` if one failed and the page lacks a part.
 */
export type Audience = 'public' | 'private' | 'incomplete';

const getAudience = ({ status, headers }: Response): Audience => {
  if (status >= SERVER_ERROR) return 'incomplete';
  return /(?:^|[\s,])public(?:[\s,]|$)/.test(headers.get('cache-control') ?? '') ? 'public' : 'private';
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'failureMessage' in value;

/** Addresses of everything that a page can read. */
const READABLE = Object.values<unknown>(contracts)
  .filter(isEndpoint)
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => new RegExp(`^${PREFIX}${path.replace(/:\w+/g, '[^/]+')}$`));

/** Removes the session's token, which browsers need for changes and pages never. */
const withoutToken = (body: string): string => {
  const answer: unknown = JSON.parse(body);
  return typeof answer === 'object' && answer !== null && 'token' in answer
    ? JSON.stringify({ ...answer, token: '' })
    : body;
};

/**
 * The API for one page. It adds the visitor's cookies, which renderers never get, allows only to read what the
 * contracts define, and decides from the answers who may see the page.
 */
export class PageApi {
  readonly #seen = new Set<Audience>();

  constructor(
    private readonly origin: string,
    /** The visitor's cookies; '' for a page without any data of its visitor. */
    private readonly cookie: string,
  ) {}

  /**
   * Reads an address such as "/api/products/1".
   * @param headers further headers for the API, such as the id of the page's request.
   */
  async call(address: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    try {
      const url = new URL(address, this.origin);
      if (url.origin !== new URL(this.origin).origin || !READABLE.some((path) => path.test(url.pathname)))
        throw new Error('A page can only read what the contracts define');
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers, ...(this.cookie ? { cookie: this.cookie } : {}) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      this.#seen.add(getAudience(response));
      const body = await response.text();
      return {
        status: response.status,
        headers: Object.fromEntries(
          PASSED_HEADERS.flatMap((name) => {
            const value = response.headers.get(name);
            return value === null ? [] : [[name, value] as const];
          }),
        ),
        body: url.pathname === `${PREFIX}${getMe.path}` && response.ok ? withoutToken(body) : body,
      };
    } catch (error) {
      this.#seen.add('incomplete');
      throw error;
    }
  }

  get audience(): Audience {
    return this.#seen.has('private') ? 'private' : this.#seen.has('incomplete') ? 'incomplete' : 'public';
  }
}
