import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { compressUsingDict, createCCtx, init } from '@bokuweb/zstd-wasm';
import { plainName } from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
import { LRUCache } from 'lru-cache';
import type { ContentAddresses } from './ContentAddresses';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** A browser with an older version than this downloads the whole file. */
const MAX_DICTIONARY_CANDIDATES = 10;
/** Compression blocks the event loop (3 ms for 60 KB), once for each pair of files. Our largest file has 72 KB. */
const MAX_FILE_BYTES = 300_000;
/**
 * After an initial burst, compression may take at most this share of the event loop's time. Further requests get the
 * whole file.
 */
const MAX_EVENT_LOOP_RATIO = 0.05;
const BURST_MS = 200;
const COMPRESSION_LEVEL = 9;
const CACHE_BYTES = 16_000_000;
/** Frame header before the dictionary's hash (RFC 9842, section 5). */
const DCZ_MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]);
const SHA256 = /^:(?<hash>[A-Za-z0-9+/]{43}=):$/;

interface Headers {
  readonly 'accept-encoding'?: string | string[] | undefined;
  readonly 'available-dictionary'?: string | string[] | undefined;
  readonly range?: string | undefined;
}

/**
 * Returns the `Use-As-Dictionary` header, which lets the file serve as dictionary for its later versions. Undefined for
 * binary files.
 */
export const buildUseAsDictionary = (remote: RemoteId, file: string): string | undefined => {
  const plain = plainName(file);
  const extension = path.extname(plain);
  return Object.hasOwn(TYPES, extension)
    ? `match="/remotes/${remote}/${plain.slice(0, -extension.length)}.*${extension}"`
    : undefined;
};

/** Returns the Base64 SHA-256 of the browser's dictionary, if the browser accepts `dcz`. */
const readOfferedDictionary = ({
  'accept-encoding': accepted,
  'available-dictionary': available,
  range,
}: Headers): string | undefined =>
  typeof available === 'string' && range === undefined && /(?:^|,)\s*dcz\s*(?:,|$)/.test(String(accepted))
    ? SHA256.exec(available)?.groups?.['hash']
    : undefined;

export interface Delta {
  readonly body: Buffer;
  readonly mediaType: string;
}

/** Compresses released files with the version that the browser already has as dictionary (decision 0040). */
export class Deltas {
  /** SHA-256 by remote and file name. Content never changes under one name. */
  readonly #hashes = new LRUCache<string, string>({ max: 2_000 });
  readonly #deltas = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }, key) => length + key.length * 2,
  });
  readonly #pending = new Map<string, Promise<Buffer | undefined>>();
  #context: Promise<number> | undefined;
  /** Compression time in milliseconds not yet offset by elapsed time, and when that was computed. */
  #debtMs = 0;
  #debtAt = 0;

  constructor(private readonly addresses: Pick<ContentAddresses, 'findDirectory' | 'listOtherVersions'>) {}

  /** Returns undefined if the browser offers no known version of this file. */
  async get(remote: RemoteId, file: string, headers: Headers): Promise<Delta | undefined> {
    const offered = readOfferedDictionary(headers);
    const type = TYPES[path.extname(file)];
    if (offered === undefined || type === undefined) return undefined;
    const key = `${offered} ${remote}/${file}`;
    const body = this.#deltas.get(key) ?? (await this.#createOnce(key, remote, file, offered));
    return body && { body, mediaType: type };
  }

  /** Concurrent requests for the same pair share one computation. */
  async #createOnce(key: string, remote: RemoteId, file: string, offered: string): Promise<Buffer | undefined> {
    const pending =
      this.#pending.get(key) ?? this.#create(remote, file, offered).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    const body = await pending;
    if (body) this.#deltas.set(key, body);
    return body;
  }

  #compress(context: number, content: Buffer, dictionary: Buffer): Uint8Array | undefined {
    const began = performance.now();
    this.#debtMs = Math.max(0, this.#debtMs - (began - this.#debtAt) * MAX_EVENT_LOOP_RATIO);
    this.#debtAt = began;
    if (this.#debtMs > BURST_MS) return undefined;
    const compressed = compressUsingDict(context, content, dictionary, COMPRESSION_LEVEL);
    this.#debtMs += performance.now() - began;
    return compressed;
  }

  async #create(remote: RemoteId, file: string, offered: string): Promise<Buffer | undefined> {
    const dictionary = await this.#findDictionary(remote, file, offered);
    const content = dictionary && (await this.#read(remote, file));
    if (!dictionary || !content || Math.max(dictionary.length, content.length) > MAX_FILE_BYTES) return undefined;
    this.#context ??= init().then(() => createCCtx());
    const compressed = this.#compress(await this.#context, content, dictionary);
    return compressed && Buffer.concat([DCZ_MAGIC, Buffer.from(offered, 'base64'), compressed]);
  }

  async #findDictionary(remote: RemoteId, file: string, offered: string): Promise<Buffer | undefined> {
    for (const version of this.addresses.listOtherVersions(remote, file).slice(0, MAX_DICTIONARY_CANDIDATES)) {
      const known = this.#hashes.get(`${remote}/${version}`);
      if (known !== undefined && known !== offered) continue;
      const content = await this.#read(remote, version);
      const hash = content && crypto.createHash('sha256').update(content).digest('base64');
      if (hash !== undefined) this.#hashes.set(`${remote}/${version}`, hash);
      if (hash === offered) return content;
    }
    return undefined;
  }

  async #read(remote: RemoteId, file: string): Promise<Buffer | undefined> {
    const directory = await this.addresses.findDirectory(remote, file);
    return directory === undefined ? undefined : fs.readFile(path.join(directory, file));
  }
}
