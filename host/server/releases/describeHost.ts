import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { HostDescription } from '@shop/federation/registry';
import { providedSingletons } from '@shop/federation/singletons';
import { REMOTE_CONTRACT_VERSION } from '@shop/shared/remote';
import { sharedSlices } from '@shop/shared/state';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';

/** Path prefixes that are this server's own. */
const RESERVED_PATHS = ['/api', '/assets', '/media', '/remotes', '/rum', '/health', '/federation', '/dev', '/icons', '/sitemaps', '/.well-known', '/service-worker.js', '/offline'];

const Uses = Type.Object({ routes: Type.Array(Type.String()), widgets: Type.Array(Type.String()) });

/** What the built host gives remotes and asks of them: what releases are checked against before they go live. */
export const describeHost = (hostDist: string): Omit<HostDescription, 'seenAt'> => {
  const uses: unknown = JSON.parse(fs.readFileSync(path.join(hostDist, 'web/uses.json'), 'utf8'));
  if (!Check(Uses, uses)) throw new Error(`${hostDist}/web/uses.json is not what the build writes`);
  const version = crypto.createHash('sha256').update(fs.readFileSync(path.join(hostDist, 'assets.json'))).digest('hex').slice(0, 10);
  return {
    version,
    contracts: [REMOTE_CONTRACT_VERSION],
    singletons: providedSingletons,
    slices: [...sharedSlices],
    reservedPaths: RESERVED_PATHS,
    exposes: ['./remote'],
    uses,
  };
};
