export interface StoredObject {
  readonly body: Buffer;
  /** Identifies the content of the key; different content has a different tag. */
  readonly tag: string;
}

/**
 * Storage of releases and the composition, with keys such as "mfe-home/1.4.0/web/remote.1a2b.js". Several processes on
 * several machines may use one storage at once. The guarantees of each method hold between them, even if a process is
 * killed at any moment.
 */
export interface ObjectStorage {
  /** Name for messages: a directory or a bucket. */
  readonly name: string;
  /** Returns the current object; undefined if there is none. */
  read(key: string): Promise<StoredObject | undefined>;
  /** Returns the tag of the current object; undefined if there is none. Cheap enough to call for every page. */
  readTag(key: string): Promise<string | undefined>;
  /** Replaces the object atomically: readers see the old or the new one. */
  write(key: string, body: Buffer | string): Promise<void>;
  /**
   * Writes an object if it does not exist. Returns false, and keeps the existing one, if it does. For immutable
   * objects.
   */
  create(key: string, body: Buffer | string): Promise<boolean>;
  /**
   * Replaces an object that still has `tag` (null: that does not exist). Returns the new tag, or undefined if another
   * writer came first. A key must always be swapped or always be written.
   */
  swap(key: string, body: Buffer | string, tag: string | null): Promise<string | undefined>;
  /** Lists all keys with a prefix such as "mfe-home/" (which ends with a slash), sorted. */
  list(prefix: string): Promise<string[]>;
  /** Lists the names one level below a prefix such as "mfe-home/", without slash, sorted: versions, remotes. */
  listNames(prefix: string): Promise<string[]>;
  /** Removes all objects with the prefix (which ends with a slash). */
  removeAll(prefix: string): Promise<void>;
}

const KEY = /^(?:[\w@+-][\w.@+-]*\/)*[\w@+-][\w.@+-]*\/?$/;

/** Validates a key. Keys are names, not paths, so they cannot lead out of the storage. */
export const requireKey = (key: string): string => {
  if (key !== '' && !KEY.test(key)) throw new Error(`"${key}" is not a valid registry key`);
  return key;
};
