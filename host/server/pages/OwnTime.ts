/** Measures how long a page takes, without the time in which it waits for the API. */
export class OwnTime {
  #waiting = 0;
  #elapsedMs = 0;
  #since = performance.now();

  /** Stops the clock until the call ends. */
  async pauseFor<T>(call: Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#elapsedMs += performance.now() - this.#since;
    this.#waiting += 1;
    try {
      return await call;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#since = performance.now();
    }
  }

  read(): number {
    return this.#elapsedMs + (this.#waiting === 0 ? performance.now() - this.#since : 0);
  }
}
