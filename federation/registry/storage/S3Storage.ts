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
import { requireKey, type RegistryStorage, type StoredObject } from './RegistryStorage';

export interface S3StorageOptions {
  readonly bucket: string;
  /**
   * A key such as "shops/europe" that all objects of this registry lie below: several may share a bucket. By default
   * the whole bucket.
   */
  readonly prefix?: string;
  /** Address of an S3 that is not Amazon's: "https://s3.example.com". By default Amazon's of the region. */
  readonly endpoint?: string;
  readonly region: string;
  /** The bucket's name in the path, not in the host's name: what is not Amazon's often wants it so. */
  readonly forcePathStyle?: boolean;
  /** By default what the SDK finds: the environment, shared files, the machine's role. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /**
   * Milliseconds without a connection, an answer or a further byte after which an attempt is given up; 5,000 by
   * default.
   */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const MAX_ATTEMPTS = 3;
/** A body is given more time than the timeout: as much as it takes on a line this slow. */
const MIN_BYTES_PER_MS = 100;
/** Pause before a put that met a conflict is done again; doubled each time. */
const CONFLICT_PAUSE_MS = 50;
/** As many as one DeleteObjects takes. */
const DELETE_BATCH_SIZE = 1_000;
/** Metadata of an object that was put on a condition: which put it was. */
const PUT_ID_METADATA = 'put';

const NOT_FOUND = 404;
const CONFLICT = 409;
const PRECONDITION_FAILED = 412;

type Condition = Pick<PutObjectCommandInput, 'IfMatch'> | Pick<PutObjectCommandInput, 'IfNoneMatch'>;

const getStatus = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
const getAttempts = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.attempts : undefined;
/** Not the same as status 404, which a missing bucket has too. */
const isMissingKey = (error: unknown): boolean => error instanceof S3ServiceException && error.name === 'NoSuchKey';

const requireTag = (key: string, tag: string | undefined): string => {
  if (tag === undefined) throw new Error(`S3 gave no ETag for "${key}"`);
  return tag;
};

/**
 * A registry in a bucket of an S3 that knows conditional writes; tags are ETags. Its methods reject with the SDK's
 * error where S3 is out of reach, refuses, or stays silent through three attempts. It needs s3:GetObject, s3:PutObject,
 * s3:DeleteObject and s3:ListBucket (without the last one, S3 answers 403 for what is not there).
 *
 * Whether a put took place whose answers were all lost (it rejects), or whose answer was lost and whose object somebody
 * else has changed since (swap says that somebody else was first), nobody can tell: who asks again decides on what he
 * then reads.
 */
export class S3Storage implements RegistryStorage {
  readonly name: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #timeoutMs: number;

  constructor({
    bucket,
    prefix = '',
    endpoint,
    region,
    forcePathStyle = false,
    credentials,
    timeoutMs = TIMEOUT_MS,
  }: S3StorageOptions) {
    this.#bucket = bucket;
    this.#prefix = requireKey(prefix).replace(/[^/]$/, '$&/');
    this.#timeoutMs = timeoutMs;
    this.name = `s3://${bucket}/${this.#prefix}`;
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle,
      credentials,
      maxAttempts: MAX_ATTEMPTS,
      // Without throwOnRequestTimeout the SDK only warns and goes on waiting; socketTimeout ends an answer that stops
      // half-way.
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
      const { Body, ETag } = await this.#client.send(new GetObjectCommand(this.#locate(key)));
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
      // An answer to HEAD has no body that could name what is missing.
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
    // The SDK takes an empty body for one of unknown length.
    const command = new PutObjectCommand({ ...this.#locate(key), Body, ContentLength: Body.length, ...more });
    const { ETag } = await this.#client.send(command, { requestTimeout });
    return requireTag(key, ETag);
  }

  async write(key: string, body: Buffer | string): Promise<void> {
    await this.#put(key, body);
  }

  /** Puts on a condition; answers the new tag, undefined where the condition does not hold. */
  async #putIf(condition: Condition, key: string, body: Buffer | string): Promise<string | undefined> {
    const mark = crypto.randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#put(key, body, { ...condition, Metadata: { [PUT_ID_METADATA]: mark } });
      } catch (error) {
        // A conflict says only that another request for the key was under way, perhaps our own whose answer we did not
        // wait for.
        if (getStatus(error) !== CONFLICT || attempt === MAX_ATTEMPTS)
          return this.#resolveRefusedPut(error, key, { mark, isRepeated: attempt > 1 });
        await sleep(CONFLICT_PAUSE_MS * 2 ** attempt * Math.random());
      }
    }
  }

  /**
   * The SDK repeats a put whose answer was lost, and the repetition finds the condition broken by the first one. So
   * what is there now is looked at: an object with the mark of this put is its success. The mark tells it, not the
   * body: two who count up from one number write the same body, and two who claim a version may, and one of them must
   * hear that it came second.
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
    // Conflicts only, and nobody has put anything: nobody was first.
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
    // Consoles make folders: empty objects with a slash at the end.
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
      // The answer is 200 even where objects could not be removed.
      if (first)
        throw new Error(
          `${this.name}: ${Errors.length} objects could not be removed, "${first.Key}" among them: ${first.Code} ${first.Message}`,
        );
    }
  }
}
