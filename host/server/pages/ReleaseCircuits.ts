const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 600_000;
/** So many pages of a suspect in a renderer of its own, and it goes back to the others. */
const PAGES_TO_TRUST = 50;

interface Suspect {
  pagesRendered: number;
  crashCount: number;
  /** On the process's own clock. */
  pausedUntil: number;
}

/** How pages of a release are rendered: with all others, in a renderer of its own, or not at all for a while. */
export type CircuitState = 'shared' | 'apart' | 'paused';

/**
 * Which releases have broken a renderer. Where one is lost, any of those whose pages were under way may have done it:
 * each is rendered apart from then on, where it can hurt only itself and where it shows which of them it was.
 */
export class ReleaseCircuits {
  readonly #suspects = new Map<string, Suspect>();

  getState(release: string, now: number): CircuitState {
    const suspect = this.#suspects.get(release);
    if (!suspect) return 'shared';
    return now < suspect.pausedUntil ? 'paused' : 'apart';
  }

  /** A renderer that it shared with others was lost. */
  markSuspect(release: string): void {
    if (!this.#suspects.has(release)) this.#suspects.set(release, { pagesRendered: 0, crashCount: 0, pausedUntil: 0 });
  }

  /** It has broken a renderer of its own. Returns for how many milliseconds it is not rendered. */
  pause(release: string, now: number): number {
    const crashCount = (this.#suspects.get(release)?.crashCount ?? 0) + 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (crashCount - 1), MAX_PAUSE_MS);
    this.#suspects.set(release, { pagesRendered: 0, crashCount, pausedUntil: now + pauseMs });
    return pauseMs;
  }

  /** A page of it was rendered apart. Returns whether it may go back to the others. */
  recordPage(release: string): boolean {
    const suspect = this.#suspects.get(release);
    if (!suspect) return true;
    suspect.pagesRendered += 1;
    if (suspect.pagesRendered < PAGES_TO_TRUST) return false;
    this.#suspects.delete(release);
    return true;
  }
}
