export interface StoredObject {
  readonly body: Buffer;
  /** Names this very content of the key; another content has another tag. */
  readonly tag: string;
}

/**
 * Where releases and the composition are kept: keys such as "mfe-home/1.4.0/web/remote.1a2b.js". Several processes on
 * several machines use one storage at once; what a method promises holds between them, and after a kill -9 at any
 * moment.
 */
export interface RegistryStorage {
  /** How messages name it: a directory or a bucket. */
  readonly name: string;
  /** The object as it is now; undefined where there is none. */
  read(key: string): Promise<StoredObject | undefined>;
  /** Cheap enough to ask at every page: the tag of `read`, undefined where there is none. */
  readTag(key: string): Promise<string | undefined>;
  /** Replaces the object whole: a reader sees the old one or the new one. */
  write(key: string, body: Buffer | string): Promise<void>;
  /** Writes an object that was not there; false where it was, which stays as it is. For what never changes. */
  create(key: string, body: Buffer | string): Promise<boolean>;
  /**
   * Replaces an object that still has `tag` (null: that is not there); answers its new tag, undefined where somebody
   * else was first. A key is either swapped always or written always.
   */
  swap(key: string, body: Buffer | string, tag: string | null): Promise<string | undefined>;
  /** All keys that begin with a prefix such as "mfe-home/" (which ends with a slash), sorted. */
  list(prefix: string): Promise<string[]>;
  /** Names one step below a prefix such as "mfe-home/", without slash, sorted: versions, remotes. */
  listNames(prefix: string): Promise<string[]>;
  /** Removes all objects whose keys begin with the prefix (which ends with a slash). */
  removeAll(prefix: string): Promise<void>;
}

const KEY = /^(?:[\w@+-][\w.@+-]*\/)*[\w@+-][\w.@+-]*\/?$/;

/** Keys are names, not paths: no way leads out of a storage. */
export const requireKey = (key: string): string => {
  if (key !== '' && !KEY.test(key)) throw new Error(`"${key}" is no key of a registry`);
  return key;
};
