import { getContentVersion, getSite, type SiteChanges } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 1_000;
const TIMEOUT_MS = 2_000;
/** Longer than a process of the API keeps an answer (LISTING_CACHE_MS). */
const SETTLE_MS = 1_250;

/** What pages show at one time. */
interface Content {
  readonly version: string;
  /** What staff have changed about the storefronts. */
  readonly site: SiteChanges;
}

/**
 * Follows the version of what pages show, and what staff have changed about the storefronts. A new version counts a
 * moment after the API has it, when none of its processes answers with older data. While the API does not answer, the
 * last one counts.
 */
export class ContentVersion {
  #content: Content = { version: '', site: {} };
  #timer: NodeJS.Timeout | undefined;
  readonly #stopped = new AbortController();

  constructor(private readonly apiOrigin: string) {}

  get current(): string {
    return this.#content.version;
  }

  get site(): SiteChanges {
    return this.#content.site;
  }

  /** Asks once, so that the first page is as staff have published it; then follows until `stop`. */
  async follow(): Promise<void> {
    await this.#ask(0);
    this.#follow();
  }

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
  }

  #follow(): void {
    if (this.#stopped.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#ask(SETTLE_MS).finally(() => this.#follow()), POLL_MS).unref();
  }

  async #ask(settleMs: number): Promise<void> {
    try {
      const { data } = await this.#read(getContentVersion);
      if (data.version === this.current) return;
      await sleep(settleMs, undefined, { ref: false, signal: this.#stopped.signal });
      this.#content = { version: data.version, site: (await this.#read(getSite)).data };
    } catch {
      // The last one counts; the API is asked again.
    }
  }

  async #read<E extends typeof getContentVersion | typeof getSite>(endpoint: E): Promise<E['response']['static']> {
    const response = await fetch(new URL(`/api${endpoint.path}`, this.apiOrigin), {
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#stopped.signal]),
      redirect: 'error',
    });
    const body: unknown = response.ok ? await response.json() : undefined;
    if (!Check(endpoint.response, body)) throw new Error(`GET ${endpoint.path} answered ${response.status}`);
    return body; // checked
  }
}
