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
import pLimit, { type LimitFunction } from 'p-limit';
import { AudienceName } from '@shop/build/RemoteDescription';
import { MAX_BYTES, MAX_FILES, type ReleaseUpload } from '../publishRelease';
import { RegistryError } from '../RegistryError';
import { DeclaredBudget, ReleaseChecks, ReleaseSource } from '../release';
import { SingleLine } from '../SingleLine';

const MAX_FILE_BYTES = 20_000_000;
const MAX_FORM_BYTES = 200_000;
/** Includes multipart headers and the form. */
const MAX_UPLOAD_BYTES = MAX_BYTES + MAX_FORM_BYTES + MAX_FILES * 1_000;
/** Uploads on disk at the same time (docker-compose.yml sizes `/tmp` for them); one of them is in memory. */
const MAX_CONCURRENT_UPLOADS = 3;

const Text = SingleLine({ maxLength: 200 });
const Name = SingleLine({ minLength: 1, maxLength: 80 });
const Form = Type.Object(
  {
    version: Type.Optional(Text),
    packageVersion: Text,
    audience: Type.Optional(AudienceName),
    mounts: Type.Array(Text, { maxItems: 50 }),
    privateMounts: Type.Optional(Type.Array(Text, { maxItems: 50 })),
    missingTitle: Name,
    owner: Type.Optional(Name),
    budget: Type.Optional(DeclaredBudget),
    source: Type.Optional(Type.Mapped(Type.KeyOf(ReleaseSource), () => Type.Optional(Text))),
    openedIn: Type.Optional(Text),
    failures: Type.Optional(Type.Array(SingleLine({ maxLength: 500 }), { maxItems: 20 })),
    checks: Type.Optional(ReleaseChecks),
    hashes: Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);

/** Has a status of its own, but is a refusal like any other. */
export class UploadTooLarge extends Error {
  readonly statusCode = 413;
  constructor() {
    super(`A release may have at most ${MAX_BYTES / 1e6} MB, a single file ${MAX_FILE_BYTES / 1e6} MB`);
  }
}

/**
 * Fails as soon as a file, or the whole upload, exceeds its limit. The parser's own limit would read the file to its
 * end.
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
      'The request is invalid: a field is missing, unknown, too long, or contains control characters',
    );
  return form;
};

interface ReceivedUpload {
  readonly form: Static<typeof Form>;
  /** Path of each file on disk, by its name in the release. */
  readonly files: ReadonlyMap<string, string>;
}

/** Receives a release as `publish` sends it: one JSON field "release", then one part per file. */
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
      part.file.on('error', () => undefined); // the pipeline reports it; later errors do not matter
      await pipeline(part.file, limitBytes(total), createWriteStream(file), { signal });
      files.set(part.filename, file);
    } else if (part.fieldname === 'release' && typeof part.value === 'string') form = parseForm(part.value);
  }
  if (!form) throw new RegistryError('invalid', 'The field "release" is missing');
  return { form, files };
};

/** Stops receiving when the client disconnects at any point; the parser would wait for the rest forever. */
const rejectOnAbort = async <T>({ raw }: FastifyRequest, receive: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const abortController = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = (): void => {
      if (raw.complete) return;
      abortController.abort();
      reject(new RegistryError('invalid', 'The upload ended early'));
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
 * Creates a function that receives uploads. Each is streamed to disk, however slow, and loaded into memory only while
 * it is published, one at a time. Each token can send one upload at a time, so a slow client delays nobody else.
 */
export const createUploadReceiver = (): ReceiveUpload => {
  const limits = new Map<string, LimitFunction>();
  const limitToken = (token: string): LimitFunction => {
    const slots = limits.get(token) ?? pLimit(1);
    limits.set(token, slots);
    return slots;
  };
  const limitUploads = pLimit(MAX_CONCURRENT_UPLOADS);
  const limitPublishes = pLimit(1);
  const receive = <T>(
    request: FastifyRequest,
    publish: (upload: Omit<ReleaseUpload, 'remote'>) => Promise<T>,
  ): Promise<T> =>
    limitUploads(async () => {
      const directory = path.join(os.tmpdir(), `upload-${crypto.randomUUID()}`);
      await fs.mkdir(directory, { mode: 0o700 });
      try {
        const { form, files } = await rejectOnAbort(request, (signal) => receiveParts(request, directory, signal));
        return await limitPublishes(async () => publish({ ...form, files: await readFiles(files) }));
      } finally {
        await fs.rm(directory, { recursive: true, force: true });
        // Discards the rest of an upload that was refused midway; the server limits how much of it is read.
        if (!request.raw.complete) request.raw.unpipe().resume();
      }
    });
  return (request, token, publish) => limitToken(token)(() => receive(request, publish));
};
