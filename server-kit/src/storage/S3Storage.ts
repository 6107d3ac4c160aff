import crypto from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type HeadObjectCommandOutput,
  type ListObjectsV2CommandOutput,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { requireKey, type ObjectStorage, type StoredObject } from './ObjectStorage';

export interface S3StorageOptions {
  readonly bucket: string;
  /**
   * Prefix of all objects of this registry, such as "shops/europe", so that several registries can share a bucket.
   * Defaults to the whole bucket.
   */
  readonly prefix?: string;
  /** URL of an S3 server other than Amazon's: "https://s3.example.com". Defaults to Amazon's for the region. */
  readonly endpoint?: string;
  readonly region: string;
  /** Puts the bucket name in the path instead of the host name, as many other S3 servers require. */
  readonly forcePathStyle?: boolean;
  /** Defaults to what the SDK finds: the environment, shared files, the machine's role. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** Milliseconds without a connection, a response or further data after which an attempt fails; defaults to 5,000. */
  readonly timeoutMs?: number;
  /** Milliseconds after which a read fails, with all attempts and the whole body. Unlimited by default. */
  readonly maxReadMs?: number;
}

const TIMEOUT_MS = 5_000;
const MAX_ATTEMPTS = 3;
/** Extra time for bodies: what they take on a connection this slow. */
const MIN_BYTES_PER_MS = 100;
/** Pause before a conflicting put is retried; doubled each time. */
const CONFLICT_PAUSE_MS = 50;
/** Maximum number of keys per DeleteObjects call. */
const DELETE_BATCH_SIZE = 1_000;
/** Metadata key that identifies the conditional put which wrote the object. */
const PUT_ID_METADATA = 'put';

const NOT_FOUND = 404;
const CONFLICT = 409;
const PRECONDITION_FAILED = 412;

type Condition = Pick<PutObjectCommandInput, 'IfMatch'> | Pick<PutObjectCommandInput, 'IfNoneMatch'>;

const getStatus = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
const getAttempts = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.attempts : undefined;
/** Checks the name, because a missing bucket has status 404, too. */
const isMissingKey = (error: unknown): boolean => error instanceof S3ServiceException && error.name === 'NoSuchKey';

const requireTag = (key: string, tag: string | undefined): string => {
  if (tag === undefined) throw new Error(`S3 returned no ETag for "${key}"`);
  return tag;
};

/**
 * Stores a registry in an S3 bucket with conditional writes; tags are ETags. Methods reject with the SDK's error if S3
 * is unreachable, refuses, or does not respond in three attempts. Requires s3:GetObject, s3:PutObject, s3:DeleteObject
 * and s3:ListBucket (without the last one, S3 responds with 403 for missing objects).
 *
 * The outcome of a put is unknown if all its responses were lost (it rejects), or if its response was lost and another
 * writer has changed the object since (swap reports that the other one came first). Callers that retry must decide by
 * what they then read.
 */
export class S3Storage implements ObjectStorage {
  readonly name: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #timeoutMs: number;
  readonly #maxReadMs: number | undefined;

  constructor({
    bucket,
    prefix = '',
    endpoint,
    region,
    forcePathStyle = false,
    credentials,
    timeoutMs = TIMEOUT_MS,
    maxReadMs,
  }: S3StorageOptions) {
    this.#bucket = bucket;
    this.#prefix = requireKey(prefix).replace(/[^/]$/, '$&/');
    this.#timeoutMs = timeoutMs;
    this.#maxReadMs = maxReadMs;
    this.name = `s3://${bucket}/${this.#prefix}`;
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle,
      credentials,
      maxAttempts: MAX_ATTEMPTS,
      // Without throwOnRequestTimeout, the SDK only warns and keeps waiting. socketTimeout ends a response that stalls.
      requestHandler: {
        connectionTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        requestTimeout: timeoutMs,
        throwOnRequestTimeout: true,
      },
    });
  }

  #locate(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + requireKey(key) };
  }

  async read(key: string): Promise<StoredObject | undefined> {
    try {
      const limit = this.#maxReadMs === undefined ? {} : { abortSignal: AbortSignal.timeout(this.#maxReadMs) };
      const { Body, ETag } = await this.#client.send(new GetObjectCommand(this.#locate(key)), limit);
      return { body: Buffer.from((await Body?.transformToByteArray()) ?? []), tag: requireTag(key, ETag) };
    } catch (error) {
      if (isMissingKey(error)) return undefined;
      throw error;
    }
  }

  async #head(key: string): Promise<HeadObjectCommandOutput | undefined> {
    try {
      return await this.#client.send(new HeadObjectCommand(this.#locate(key)));
    } catch (error) {
      // A HEAD response has no body that says what is missing.
      if (getStatus(error) === NOT_FOUND) return undefined;
      throw error;
    }
  }

  async readTag(key: string): Promise<string | undefined> {
    const head = await this.#head(key);
    return head && requireTag(key, head.ETag);
  }

  async #put(key: string, body: Buffer | string, more: Partial<PutObjectCommandInput> = {}): Promise<string> {
    const Body = typeof body === 'string' ? Buffer.from(body) : body;
    const requestTimeout = this.#timeoutMs + Math.ceil(Body.length / MIN_BYTES_PER_MS);
    // The SDK treats an empty body as one of unknown length.
    const command = new PutObjectCommand({ ...this.#locate(key), Body, ContentLength: Body.length, ...more });
    const { ETag } = await this.#client.send(command, { requestTimeout });
    return requireTag(key, ETag);
  }

  async write(key: string, body: Buffer | string): Promise<void> {
    await this.#put(key, body);
  }

  /** Writes conditionally. Returns the new tag, or undefined if the condition does not hold. */
  async #putIf(condition: Condition, key: string, body: Buffer | string): Promise<string | undefined> {
    const mark = crypto.randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#put(key, body, { ...condition, Metadata: { [PUT_ID_METADATA]: mark } });
      } catch (error) {
        // A conflict only means that another request for the key was in progress, possibly our own whose response was
        // lost.
        if (getStatus(error) !== CONFLICT || attempt === MAX_ATTEMPTS)
          return this.#resolveRefusedPut(error, key, { mark, isRepeated: attempt > 1 });
        await sleep(CONFLICT_PAUSE_MS * 2 ** attempt * Math.random());
      }
    }
  }

  /**
   * Decides whether a refused put was actually ours: if a response is lost, the SDK repeats the put, which then fails
   * because of the first one. The put succeeded if the current object has its mark. Comparing bodies would not be
   * enough, because concurrent writers may write the same body and only one of them may succeed.
   */
  async #resolveRefusedPut(
    error: unknown,
    key: string,
    put: { readonly mark: string; readonly isRepeated: boolean },
  ): Promise<string | undefined> {
    const status = getStatus(error);
    if (!isMissingKey(error) && status !== PRECONDITION_FAILED && status !== CONFLICT) throw error;
    if (!put.isRepeated && getAttempts(error) === 1) return undefined;
    const head = await this.#head(key);
    if (head?.Metadata?.[PUT_ID_METADATA] === put.mark) return requireTag(key, head.ETag);
    // Only conflicts, and the object does not exist: nobody came first.
    if (!head && status === CONFLICT) throw error;
    return undefined;
  }

  async create(key: string, body: Buffer | string): Promise<boolean> {
    return (await this.#putIf({ IfNoneMatch: '*' }, key, body)) !== undefined;
  }

  async swap(key: string, body: Buffer | string, tag: string | null): Promise<string | undefined> {
    return this.#putIf(tag === null ? { IfNoneMatch: '*' } : { IfMatch: tag }, key, body);
  }

  #listPages(prefix: string, more: { readonly Delimiter?: string } = {}): AsyncIterable<ListObjectsV2CommandOutput> {
    return paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: this.#prefix + requireKey(prefix), ...more },
    );
  }

  async list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { Contents = [] } of this.#listPages(prefix))
      keys.push(...Contents.map(({ Key = '' }) => Key.slice(this.#prefix.length)));
    // S3 consoles create folders as empty objects with a trailing slash.
    return keys.filter((key) => key !== '' && !key.endsWith('/')).sort();
  }

  async listNames(prefix: string): Promise<string[]> {
    const before = this.#prefix.length + prefix.length;
    const names: string[] = [];
    for await (const { CommonPrefixes = [], Contents = [] } of this.#listPages(prefix, { Delimiter: '/' })) {
      names.push(
        ...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(before, -1)),
        ...Contents.map(({ Key = '' }) => Key.slice(before)),
      );
    }
    return names.filter((name) => name !== '').sort();
  }

  async removeAll(prefix: string): Promise<void> {
    if (!prefix.endsWith('/')) throw new Error(`"${prefix}" does not end with a slash`);
    const keys = await this.list(prefix);
    for (let from = 0; from < keys.length; from += DELETE_BATCH_SIZE) {
      const Objects = keys.slice(from, from + DELETE_BATCH_SIZE).map((key) => ({ Key: this.#locate(key).Key }));
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
      );
      const [first] = Errors;
      // The response is 200 even if some objects could not be removed.
      if (first)
        throw new Error(
          `${this.name}: ${Errors.length} objects could not be removed, "${first.Key}" among them: ${first.Code} ${first.Message}`,
        );
    }
  }
}
