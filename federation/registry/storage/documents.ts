import { setTimeout as sleep } from 'node:timers/promises';
import type { Static, TSchema } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { RegistryError } from '../RegistryError';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';

/** Retries when other writers change the document. Each time, one of them makes progress. */
const MAX_ATTEMPTS = 400;
const MAX_PAUSE_MS = 100;

/** A JSON object of the storage that many processes change. */
export interface DocumentKind<S extends TSchema> {
  readonly key: string;
  /** Name for messages: "The composition". */
  readonly title: string;
  readonly schema: S;
  /** Value before the first write. */
  readonly empty: Static<S>;
}

interface ReadDocument<S extends TSchema> {
  readonly value: Static<S>;
  /** Tag of this state; null if it was never written. */
  readonly tag: string | null;
}

/** Reads the document. `known` is the last state read; if it is still current, it is not validated again. */
export const readDocument = async <S extends TSchema>(
  storage: ObjectStorage,
  { key, title, schema, empty }: DocumentKind<S>,
  known?: ReadDocument<S>,
): Promise<ReadDocument<S>> => {
  const stored = await storage.read(key);
  if (!stored) return { value: empty, tag: null };
  if (stored.tag === known?.tag) return known;
  const parsed: unknown = JSON.parse(stored.body.toString('utf8'));
  if (!Check(schema, parsed)) throw new Error(`${title} in ${storage.name} is invalid`);
  return { value: parsed, tag: stored.tag };
};

/**
 * Changes a document by compare and swap. `update` may be called several times, each time with the newest value.
 * Returning the same value changes nothing.
 * @throws {RegistryError} `conflict` if others keep changing it.
 */
export const changeDocument = async <S extends TSchema>(
  storage: ObjectStorage,
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
  throw new RegistryError('conflict', `${kind.title} is being changed by others; try again`);
};
