import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { SharedExports, Uses, type HostDescription } from '@shop/registry';
import { AUDIENCES } from '@shop/runtime/remotes';
import { RESERVED_PATHS } from '@shop/runtime/reservedPaths';
import { providedSingletons } from '@shop/runtime/sharedDependencies';
import { REMOTE_CONTRACT_VERSION } from '@shop/shared/remote';
import { sharedSlices } from '@shop/shared/state';
import type { Static, TSchema } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';

const readBuildFile = <T extends TSchema>(hostDist: string, name: string, schema: T): Static<T> => {
  const content: unknown = JSON.parse(fs.readFileSync(path.join(hostDist, 'web', name), 'utf8'));
  if (!Check(schema, content)) throw new Error(`${hostDist}/web/${name} has an unexpected format`);
  return content;
};

/** Describes what the built host provides and expects. Releases are checked against it before they are promoted. */
export const describeHost = (hostDist: string): Omit<HostDescription, 'seenAt'> => {
  const version = crypto
    .createHash('sha256')
    .update(fs.readFileSync(path.join(hostDist, 'assets.json')))
    .digest('hex')
    .slice(0, 10);
  return {
    version,
    contracts: [REMOTE_CONTRACT_VERSION],
    singletons: providedSingletons,
    exports: readBuildFile(hostDist, 'shared-exports.json', SharedExports).exports,
    slices: [...sharedSlices],
    audiences: [...AUDIENCES],
    reservedPaths: RESERVED_PATHS,
    exposes: ['./remote'],
    uses: readBuildFile(hostDist, 'uses.json', Uses),
  };
};
