const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 600_000;
/** A release that rendered this many pages since its last crash starts again from the first one. */
const PAGES_TO_TRUST = 50;

interface Suspect {
  pagesRendered: number;
  crashCount: number;
  /** In `performance.now()` milliseconds. */
  pausedUntil: number;
}

/**
 * Tracks releases that crash their renderer. The first crash may have been bad luck; from the second one on, the
 * release is not rendered for a while, because each start of a renderer takes a lot of CPU time.
 */
export class ReleaseCircuits {
  readonly #suspects = new Map<string, Suspect>();

  isPaused(release: string, now: number): boolean {
    return now < (this.#suspects.get(release)?.pausedUntil ?? 0);
  }

  /** Whether it crashed and has not proved itself since. */
  isSuspect(release: string): boolean {
    return this.#suspects.has(release);
  }

  /** Records a crash. Returns the pause in milliseconds. */
  recordCrash(release: string, now: number): number {
    const crashCount = (this.#suspects.get(release)?.crashCount ?? 0) + 1;
    const pauseMs = crashCount === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (crashCount - 2), MAX_PAUSE_MS);
    this.#suspects.set(release, { pagesRendered: 0, crashCount, pausedUntil: now + pauseMs });
    return pauseMs;
  }

  recordPage(release: string): void {
    const suspect = this.#suspects.get(release);
    if (!suspect) return;
    suspect.pagesRendered += 1;
    if (suspect.pagesRendered >= PAGES_TO_TRUST) this.#suspects.delete(release);
  }
}
