import { setTimeout as sleep } from 'node:timers/promises';
import type { Static, TSchema } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { RegistryError } from '../RegistryError';
import type { RegistryStorage } from './RegistryStorage';

/** Others who change a document at once are waited for this often; each time one of them gets on. */
const MAX_ATTEMPTS = 400;
const MAX_PAUSE_MS = 100;

/** One JSON object of the storage that many processes change. */
export interface DocumentKind<S extends TSchema> {
  readonly key: string;
  /** How messages name it: "The composition". */
  readonly title: string;
  readonly schema: S;
  /** What it is before it was first written. */
  readonly empty: Static<S>;
}

interface ReadDocument<S extends TSchema> {
  readonly value: Static<S>;
  /** Of this state; null where it was never written. */
  readonly tag: string | null;
}

/** The document as it is now. `known` is what was read before: where that is still so, it is not checked again. */
export const readDocument = async <S extends TSchema>(
  storage: RegistryStorage,
  { key, title, schema, empty }: DocumentKind<S>,
  known?: ReadDocument<S>,
): Promise<ReadDocument<S>> => {
  const stored = await storage.read(key);
  if (!stored) return { value: empty, tag: null };
  if (stored.tag === known?.tag) return known;
  const parsed: unknown = JSON.parse(stored.body.toString('utf8'));
  if (!Check(schema, parsed)) throw new Error(`${title} in ${storage.name} is not one`);
  return { value: parsed, tag: stored.tag };
};

/**
 * Changes a document by compare and swap. `update` may be called several times, each time with the newest; the same
 * value back changes nothing.
 * @throws {RegistryError} `conflict`, where others change it all the time.
 */
export const changeDocument = async <S extends TSchema>(
  storage: RegistryStorage,
  kind: DocumentKind<S>,
  update: (value: Static<S>) => Static<S> | Promise<Static<S>>,
): Promise<Static<S>> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { value, tag } = await readDocument(storage, kind);
    const next: Static<S> = await update(value);
    if (next === value || (await storage.swap(kind.key, `${JSON.stringify(next, null, 1)}\n`, tag)) !== undefined)
      return next;
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
  throw new RegistryError('conflict', `${kind.title} changes all the time; try again`);
};
