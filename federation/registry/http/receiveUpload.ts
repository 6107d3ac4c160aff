import crypto from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { FastifyRequest } from 'fastify';
import { MAX_BYTES, MAX_FILES, type ReleaseUpload } from '../publishRelease';
import { RegistryError } from '../RegistryError';
import { Budget, ReleaseChecks, ReleaseSource } from '../release';
import { SingleLine } from '../SingleLine';
import { Semaphore } from './Semaphore';

const MAX_FILE_BYTES = 20_000_000;
const MAX_FORM_BYTES = 200_000;
/** Multipart heads and the form come on top of the files. */
const MAX_UPLOAD_BYTES = MAX_BYTES + MAX_FORM_BYTES + MAX_FILES * 1_000;
/**
 * So many uploads lie on the disk at once (docker-compose.yml gives `/tmp` room for them); one of them is in memory.
 */
const MAX_CONCURRENT_UPLOADS = 3;

const Text = SingleLine({ maxLength: 200 });
const Name = SingleLine({ minLength: 1, maxLength: 80 });
const Form = Type.Object(
  {
    version: Type.Optional(Text),
    packageVersion: Text,
    mounts: Type.Array(Text, { maxItems: 50 }),
    missingTitle: Name,
    owner: Type.Optional(Name),
    budget: Type.Optional(Budget),
    source: Type.Optional(Type.Mapped(Type.KeyOf(ReleaseSource), () => Type.Optional(Text))),
    openedIn: Type.Optional(Text),
    checks: Type.Optional(ReleaseChecks),
    needsSecondPerson: Type.Optional(Type.Boolean()),
    hashes: Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);

class UploadTooLarge extends Error {
  readonly statusCode = 413;
  constructor() {
    super(`A release has at most ${MAX_BYTES / 1e6} MB, a file of it ${MAX_FILE_BYTES / 1e6} MB`);
  }
}

/**
 * Passes on a file until it, or all of its upload, is more than it may be. The parser's own limit goes on reading to
 * the file's end.
 */
const limitBytes = (total: { bytes: number }): Transform => {
  let fileBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      fileBytes += chunk.length;
      total.bytes += chunk.length;
      if (fileBytes > MAX_FILE_BYTES || total.bytes > MAX_BYTES) done(new UploadTooLarge());
      else done(null, chunk);
    },
  });
};

const parseForm = (text: string): Static<typeof Form> => {
  const form: unknown = JSON.parse(text);
  if (!Check(Form, form))
    throw new RegistryError(
      'invalid',
      'This is not what the registry was asked with: a field is missing, unknown, too long, or has control characters',
    );
  return form;
};

interface ReceivedUpload {
  readonly form: Static<typeof Form>;
  /** Where each file lies, by its name in the release. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The form and the files of a release, as `publish` sends them: one field "release" of JSON, then a part for each file,
 * by its name.
 */
const receiveParts = async (
  request: FastifyRequest,
  directory: string,
  signal: AbortSignal,
): Promise<ReceivedUpload> => {
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw new UploadTooLarge();
  const files = new Map<string, string>();
  const total = { bytes: 0 };
  let form: Static<typeof Form> | undefined;
  for await (const part of request.parts({
    preservePath: true,
    limits: { fileSize: MAX_BYTES + 1, files: MAX_FILES, fields: 1, fieldSize: MAX_FORM_BYTES },
  })) {
    if (part.type === 'file') {
      const file = path.join(directory, String(files.size));
      part.file.on('error', () => undefined); // told by the pipeline; one that comes after it ended tells nothing more
      await pipeline(part.file, limitBytes(total), createWriteStream(file), { signal });
      files.set(part.filename, file);
    } else if (part.fieldname === 'release' && typeof part.value === 'string') form = parseForm(part.value);
  }
  if (!form) throw new RegistryError('invalid', 'The field "release" is missing');
  return { form, files };
};

/** Ends receiving when the sender is gone, wherever it is: the parser waits for the rest for ever. */
const rejectOnAbort = async <T>({ raw }: FastifyRequest, receive: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const abortController = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = (): void => {
      if (raw.complete) return;
      abortController.abort();
      reject(new RegistryError('invalid', 'The upload ended before it was whole'));
    };
    if (raw.destroyed) end();
    else raw.once('close', end);
  });
  return Promise.race([receive(abortController.signal), aborted]);
};

const readFiles = async (files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Buffer>> => {
  const read = new Map<string, Buffer>();
  for (const [name, file] of files) read.set(name, await fs.readFile(file));
  return read;
};

type ReceiveUpload = <T>(
  request: FastifyRequest,
  token: string,
  publish: (upload: Omit<ReleaseUpload, 'remote'>) => Promise<T>,
) => Promise<T>;

/**
 * Answers what receives uploads: each goes to the disk as it comes, however slowly, and is held in memory only while it
 * is published, one after another. One token sends one at a time: whose uploads are slow keeps nobody else's waiting.
 */
export const createUploadReceiver = (): ReceiveUpload => {
  const semaphores = new Map<string, Semaphore>();
  const getTokenSemaphore = (token: string): Semaphore => {
    const slots = semaphores.get(token) ?? new Semaphore(1);
    semaphores.set(token, slots);
    return slots;
  };
  const uploadSemaphore = new Semaphore(MAX_CONCURRENT_UPLOADS);
  const publishSemaphore = new Semaphore(1);
  const receive = <T>(
    request: FastifyRequest,
    publish: (upload: Omit<ReleaseUpload, 'remote'>) => Promise<T>,
  ): Promise<T> =>
    uploadSemaphore.run(async () => {
      const directory = path.join(os.tmpdir(), `upload-${crypto.randomUUID()}`);
      await fs.mkdir(directory, { mode: 0o700 });
      try {
        const { form, files } = await rejectOnAbort(request, (signal) => receiveParts(request, directory, signal));
        return await publishSemaphore.run(async () => publish({ ...form, files: await readFiles(files) }));
      } finally {
        await fs.rm(directory, { recursive: true, force: true });
        // What was refused in its middle no longer waits for the parser: how much more of it is read is the server's to
        // say.
        if (!request.raw.complete) request.raw.unpipe().resume();
      }
    });
  return (request, token, publish) => getTokenSemaphore(token).run(() => receive(request, publish));
};
