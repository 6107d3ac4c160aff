const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 600_000;
/** A suspect returns to the shared renderer after this many pages without a crash. */
const PAGES_TO_TRUST = 50;

interface Suspect {
  pagesRendered: number;
  crashCount: number;
  /** In `performance.now()` milliseconds. */
  pausedUntil: number;
}

/**
 * Where pages of a release are rendered: in the shared renderer, in a renderer of their own, or not at all for a while.
 */
export type CircuitState = 'shared' | 'isolated' | 'paused';

/**
 * Tracks releases that crash renderers. When a shared renderer crashes, any release that it was rendering may be the
 * cause, so each of them is isolated. There the guilty one shows itself and harms no other.
 */
export class ReleaseCircuits {
  readonly #suspects = new Map<string, Suspect>();

  getState(release: string, now: number): CircuitState {
    const suspect = this.#suspects.get(release);
    if (!suspect) return 'shared';
    return now < suspect.pausedUntil ? 'paused' : 'isolated';
  }

  /** Isolates the release after a crash of a renderer that it shared. */
  markSuspect(release: string): void {
    if (!this.#suspects.has(release)) this.#suspects.set(release, { pagesRendered: 0, crashCount: 0, pausedUntil: 0 });
  }

  /** Pauses the release after a crash of its own renderer. Returns the pause in milliseconds. */
  pause(release: string, now: number): number {
    const crashCount = (this.#suspects.get(release)?.crashCount ?? 0) + 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (crashCount - 1), MAX_PAUSE_MS);
    this.#suspects.set(release, { pagesRendered: 0, crashCount, pausedUntil: now + pauseMs });
    return pauseMs;
  }

  /** Counts a page rendered in isolation. Returns whether the release may use the shared renderer again. */
  recordPage(release: string): boolean {
    const suspect = this.#suspects.get(release);
    if (!suspect) return true;
    suspect.pagesRendered += 1;
    if (suspect.pagesRendered < PAGES_TO_TRUST) return false;
    this.#suspects.delete(release);
    return true;
  }
}
