import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { isRemoteId, type Audience, type RemoteId } from '@shop/runtime/remotes';
import type { FastifyInstance } from 'fastify';
import type { HostConfig } from './config';
import { isPictureName, type PictureCopies } from './media/PictureCopies';
import { servePictures } from './media/servePictures';
import { ContentAddresses } from './releases/ContentAddresses';
import type { FindAudience } from './separateOrigins';
import type { ReleaseServices } from './releases/releaseServices';

const IMMUTABLE = { maxAge: '1y', immutable: true } as const;
const FILE_NAME = /^[\w.-]+$/;
const isFileName = (part: string): boolean => FILE_NAME.test(part) && !part.startsWith('.');

/** Media and icons may be embedded elsewhere: in mails, search results and product feeds. */
export const allowCrossOrigin = (response: { setHeader(name: string, value: string): void }): void =>
  response.setHeader('cross-origin-resource-policy', 'cross-origin');

const FILES = /^\/(?:remotes|assets|media)\//;
/** A file that somebody opens as a page runs nothing and has no cookies, whatever it contains. */
const NO_DOCUMENT = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface FileSources extends Pick<ReleaseServices, 'registry' | 'local' | 'lastGood'> {
  readonly live: Pick<ReleaseServices['live'], 'problem'>;
}

/**
 * Serves released and hashed files, compressed in advance and cached forever. `pictures`: those of products, if they
 * are in a bucket.
 */
export const serveFiles = async (
  app: FastifyInstance,
  config: HostConfig,
  { registry, local, live, lastGood }: FileSources,
  findAudience: FindAudience,
  pictures?: PictureCopies,
): Promise<void> => {
  app.addHook('onSend', async (request, reply) => {
    if (FILES.test(request.url)) reply.header('content-security-policy', NO_DOCUMENT);
  });
  await app.register(fastifyStatic, {
    root: path.join(config.hostDist, 'web'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    wildcard: true,
    setHeaders: (response) => void response.setHeader('vary', 'accept-encoding'),
    ...IMMUTABLE,
  });
  if (pictures) servePictures(app, pictures, IMMUTABLE);
  else
    await app.register(fastifyStatic, {
      root: config.mediaDirectory,
      prefix: '/media/',
      index: false,
      decorateReply: false,
      allowedPath: (name) => isPictureName(name.slice(1)),
      setHeaders: allowCrossOrigin,
      ...IMMUTABLE,
    });

  const addresses = new ContentAddresses(registry, local);
  const kept = lastGood && new ContentAddresses(lastGood.registry, lastGood.local);
  /** Files of the shown releases are there, even if the registry is not. */
  const findDirectory = async (remote: RemoteId, file: string, audience: Audience): Promise<string | undefined> => {
    let failure: Error | undefined;
    for (const source of live.problem === undefined ? [addresses, kept] : [kept, addresses])
      try {
        const directory = await source?.findDirectory(remote, file, audience);
        if (directory !== undefined) return directory;
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
    if (failure) throw failure;
    return undefined;
  };
  app.get<{ Params: { remote: string; file: string } }>('/remotes/:remote/:file', async (request, reply) => {
    const { remote, file } = request.params;
    if (!isRemoteId(remote) || !isFileName(file)) return reply.callNotFound();
    const directory = await findDirectory(remote, file, findAudience(request));
    if (directory === undefined) return reply.callNotFound();
    return reply.header('vary', 'accept-encoding').sendFile(file, directory, IMMUTABLE);
  });
};
