const WINDOW_MS = 3_600_000;

/** Counts the crashes of each release on this host within the last hour. */
export class CrashCounts {
  readonly #crashes = new Map<string, { readonly at: number; readonly reason: string }[]>();

  /** `release` is "mfe-home@1.4.0". */
  record(release: string, reason: string, now: Date): void {
    this.#crashes.set(release, [...(this.#crashes.get(release) ?? []), { at: now.getTime(), reason }]);
  }

  /** Returns the number of crashes by release, with the latest reason. */
  read(now: Date): ReadonlyMap<string, { readonly count: number; readonly reason: string }> {
    const recent = new Map<string, { readonly count: number; readonly reason: string }>();
    for (const [release, crashes] of this.#crashes) {
      const kept = crashes.filter(({ at }) => at > now.getTime() - WINDOW_MS);
      const latest = kept.at(-1);
      if (latest) this.#crashes.set(release, kept);
      else this.#crashes.delete(release);
      if (latest) recent.set(release, { count: kept.length, reason: latest.reason });
    }
    return recent;
  }
}
