import fs from 'node:fs/promises';
import path from 'node:path';
import { REMOTE_CONTRACT_VERSION } from '@shop/shared/remote';
import { buildPackage } from '../build/buildPackage';
import { repositoryRoot } from '../build/createWebpackConfig';
import { publishRelease } from '../registry';
import type { RemoteId } from '../remotes';
import type { CommandContext } from './runCommand';

export interface PublishOptions {
  readonly version?: string | undefined;
  readonly promote: boolean;
  /** Take `dist` as it is. */
  readonly built?: boolean | undefined;
}

const readPackageVersion = async (remote: RemoteId): Promise<string> => {
  const parsed: unknown = JSON.parse(await fs.readFile(path.join(repositoryRoot, remote, 'package.json'), 'utf8'));
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string') return parsed.version;
  throw new Error(`${remote}/package.json has no version`);
};

/** Builds remotes, puts their releases into the registry and makes them live. */
export const publish = async ({ registry, print }: CommandContext, remotes: readonly RemoteId[], options: PublishOptions): Promise<void> => {
  for (const remote of remotes) {
    if (!options.built) await buildPackage(remote);
    const release = await publishRelease(
      registry,
      {
        remote,
        dist: path.join(repositoryRoot, remote, 'dist'),
        packageVersion: await readPackageVersion(remote),
        ...(options.version === undefined ? {} : { exactVersion: options.version }),
        contract: REMOTE_CONTRACT_VERSION,
      },
      new Date(),
    );
    const changed = options.promote && (await registry.promote(remote, release.version, new Date()));
    print(`  ${remote} ${release.version} ${changed ? 'is live' : options.promote ? 'was live already' : 'is published'}`);
  }
};
