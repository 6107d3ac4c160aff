import type { Readable } from '../../database/Database';
import { readSettings } from '../settings/readSettings';
import { Synonyms } from './synonyms';

/** Reads the synonyms that staff have set, once in a lifetime for all searches of a process. */
export class StaffSynonyms {
  #reading: Promise<Synonyms> | undefined;
  #readAt = 0;

  constructor(
    private readonly database: Readable,
    private readonly lifetimeMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async read(): Promise<Synonyms> {
    const now = this.now();
    if (!this.#reading || now - this.#readAt >= this.lifetimeMs) {
      this.#readAt = now;
      this.#reading = this.#build();
    }
    return this.#reading;
  }

  async #build(): Promise<Synonyms> {
    try {
      const { search } = await readSettings(this.database);
      return new Synonyms(search?.synonyms);
    } catch (error) {
      this.#reading = undefined;
      throw error;
    }
  }
}
