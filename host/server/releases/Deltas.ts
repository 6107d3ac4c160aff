import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { compressUsingDict, createCCtx, init } from '@bokuweb/zstd-wasm';
import { plainName } from '@shop/federation/registry';
import type { RemoteId } from '@shop/federation/remotes';
import { LRUCache } from 'lru-cache';
import type { ContentAddresses } from './ContentAddresses';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** Beyond this a browser that was not here for so many releases downloads the whole file. */
const MAX_DICTIONARY_CANDIDATES = 10;
/** Compressing takes the event loop, 3 ms for 60 KB: once for each pair of files. Our largest file has 72 KB. */
const MAX_FILE_BYTES = 300_000;
/**
 * Whoever asks for many pairs takes no more of the event loop than this share of the time, after a first burst; others
 * get the whole file.
 */
const MAX_EVENT_LOOP_RATIO = 0.05;
const BURST_MS = 200;
const COMPRESSION_LEVEL = 9;
const CACHE_BYTES = 16_000_000;
/** RFC 9842, section 5: what a frame begins with, before the dictionary's hash. */
const DCZ_MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]);
const SHA256 = /^:(?<hash>[A-Za-z0-9+/]{43}=):$/;

interface Headers {
  readonly 'accept-encoding'?: string | string[] | undefined;
  readonly 'available-dictionary'?: string | string[] | undefined;
  readonly range?: string | undefined;
}

/**
 * The value of `Use-As-Dictionary`: what a browser holds of this file serves for its later versions; undefined for what
 * is no text.
 */
export const buildUseAsDictionary = (remote: RemoteId, file: string): string | undefined => {
  const plain = plainName(file);
  const extension = path.extname(plain);
  return Object.hasOwn(TYPES, extension)
    ? `match="/remotes/${remote}/${plain.slice(0, -extension.length)}.*${extension}"`
    : undefined;
};

/** The hash of the dictionary that a browser has, where it reads `dcz` with it; as Base64 of SHA-256. */
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
  /** Its media type. */
  readonly mediaType: string;
}

/**
 * What a released file has that the version of it which the browser holds has not: compressed with that one as
 * dictionary (decision 0040).
 */
export class Deltas {
  /** SHA-256 of files, by remote and name: a name never changes its content. */
  readonly #hashes = new LRUCache<string, string>({ max: 2_000 });
  readonly #deltas = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }, key) => length + key.length * 2,
  });
  readonly #pending = new Map<string, Promise<Buffer | undefined>>();
  #context: Promise<number> | undefined;
  /** Milliseconds of compressing that have not been paid off by time that passed, and when that was so. */
  #debtMs = 0;
  #debtAt = 0;

  constructor(private readonly addresses: Pick<ContentAddresses, 'findDirectory' | 'listOtherVersions'>) {}

  /** Undefined where the browser offers no version of this file that is still known. */
  async get(remote: RemoteId, file: string, headers: Headers): Promise<Delta | undefined> {
    const offered = readOfferedDictionary(headers);
    const type = TYPES[path.extname(file)];
    if (offered === undefined || type === undefined) return undefined;
    const key = `${offered} ${remote}/${file}`;
    const body = this.#deltas.get(key) ?? (await this.#createOnce(key, remote, file, offered));
    return body && { body, mediaType: type };
  }

  /** Those who ask for the same pair meanwhile wait for it. */
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
