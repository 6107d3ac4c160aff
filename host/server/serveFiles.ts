import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { RegistryError } from '@shop/federation/registry';
import { isRemoteId } from '@shop/federation/remotes';
import type { FastifyInstance } from 'fastify';
import type { HostConfig } from './config';
import type { LocalReleases } from './releases/LocalReleases';

const IMMUTABLE = { maxAge: '1y', immutable: true } as const;
const FILE_NAME = /^[\w.-]+$/;

/** The shop's pictures may be shown elsewhere: in mails, in search results, in product feeds. */
const openToAll = (response: { setHeader(name: string, value: string): void }): void => response.setHeader('cross-origin-resource-policy', 'cross-origin');

/** Released and hashed files: compressed at build time, cached for ever. */
export const serveFiles = async (app: FastifyInstance, config: HostConfig, releases: LocalReleases): Promise<void> => {
  await app.register(fastifyStatic, {
    root: path.join(config.hostDist, 'web'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    wildcard: true,
    ...IMMUTABLE,
  });
  await app.register(fastifyStatic, { root: config.mediaDirectory, prefix: '/media/', index: false, decorateReply: false, setHeaders: openToAll, ...IMMUTABLE });

  app.get<{ Params: { remote: string; version: string; file: string } }>('/remotes/:remote/:version/:file', async (request, reply) => {
    const { remote, version, file } = request.params;
    // Only a release's web files: never its node build, never a path outside the registry.
    if (!isRemoteId(remote) || ![version, file].every((part) => FILE_NAME.test(part) && !part.startsWith('.'))) return reply.callNotFound();
    const directory = await releases.directoryOf(remote, version).catch((error: unknown) => {
      if (error instanceof RegistryError) return undefined;
      throw error;
    });
    return directory === undefined ? reply.callNotFound() : reply.sendFile(file, path.join(directory, 'web'), IMMUTABLE);
  });
};
