import { getContentVersion } from '@shop/contracts';

const POLL_MS = 1_000;
const TIMEOUT_MS = 2_000;
/** Longer than a process of the API keeps an answer (LISTING_CACHE_MS). */
const SETTLE_MS = 1_250;

const readVersion = (body: unknown): string | undefined => {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  const version = typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined;
  return typeof version === 'string' ? version : undefined;
};

/**
 * Follows the version of what pages show. A new one counts a moment after the API has it, when none of its processes
 * answers with older data. While the API does not answer, the last one counts.
 */
export class ContentVersion {
  #current = '';
  #seen = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly apiOrigin: string) {}

  get current(): string {
    return this.#current;
  }

  /** Follows until `stop`. */
  follow(): void {
    this.#timer = setTimeout(() => void this.#ask().finally(() => this.#timer && this.follow()), POLL_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #ask(): Promise<void> {
    const version = await fetch(new URL(`/api${getContentVersion.path}`, this.apiOrigin), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
      .then(async (response) => (response.ok ? readVersion(await response.json()) : undefined))
      .catch(() => undefined);
    if (version === undefined || version === this.#seen) return;
    this.#seen = version;
    setTimeout(() => (this.#current = version), SETTLE_MS).unref();
  }
}
