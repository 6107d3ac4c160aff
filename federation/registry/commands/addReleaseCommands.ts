import { findRemoteIds, readRemotes } from '@shop/build/repository';
import { getAudience, isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import type { Command } from 'commander';
import { DEFAULT_LINK_HOURS, openExistingRegistry } from '..';
import type { CommandLine } from './CommandContext';
import { describeMissingFolders } from './describeMissingFolders';
import { getSiteUrl } from './openAccess';
import { listChanged } from './listChanged';
import { describeMissingChromium, openUpload } from './openInChromium';
import {
  parseChannel,
  parseNewVersion,
  parseNumber,
  parseReleaseSet,
  parseRemote,
  parseRemotes,
  parseVersion,
  requireWeight,
} from './parseArguments';
import { publish } from './publish';
import { readSource } from './readSource';
import { readUpload } from './readUpload';
import { releaseLocal } from './releaseLocal';

interface PublishValues {
  readonly all?: true;
  readonly version?: string;
  readonly reason?: string;
  readonly promote: boolean;
  readonly built?: true;
  readonly skipChecks?: true;
  readonly now?: true;
  readonly channel: 'live' | 'canary';
  readonly weight?: number;
}

const addPublish = (program: Command, { withRegistry }: CommandLine): void => {
  program
    .command('publish')
    .description(
      'check (types and tests), build, publish, promote; in production a single remote in steps (1, 10, 100 % of visits), several remotes at once',
    )
    .argument('[remotes...]', '', parseRemotes)
    .option('--all', 'all remotes of the repository')
    .option('--version <version>', 'instead of a version from the content', parseNewVersion)
    .option('--reason <why>', 'for the history')
    .option('--no-promote', 'publish only')
    .option('--built', 'use the existing build, which is not checked')
    .option('--skip-checks', 'without type check and tests, which is recorded')
    .option('--now', 'promote for all visitors at once')
    .option('--channel <live|canary>', 'canary: show it to a share of the visitors', parseChannel, 'live')
    .option('--weight <percent>', 'share of the visitors of a canary', parseNumber('weight'))
    .action((remotes: readonly RemoteId[] = [], options: PublishValues) => {
      const { all, version, promote, built, now, skipChecks, reason, channel, weight } = options;
      const canaryWeight = channel === 'canary' ? requireWeight(weight) : undefined;
      const named = all ? findRemoteIds() : remotes;
      if (named.length === 0) parseRemote(undefined);
      return withRegistry(async (context) => {
        if (all)
          for (const line of describeMissingFolders(await context.access.readComposition(), named)) context.print(line);
        await publish(context, named, {
          version,
          promote,
          canaryWeight,
          built,
          now,
          skipChecks,
          reason,
        });
      });
    });
};

const addReleaseLocal = (program: Command, { environment, print }: CommandLine): void => {
  program
    .command('release-local')
    .description(
      'used by "npm start": publish local builds to the local registry, and promote them unless somebody has chosen other releases. A remote that is refused does not hold up the others, except in production',
    )
    .action(async () => {
      const source = await readSource(environment, undefined);
      const uploads = await Promise.all(
        Object.keys(readRemotes())
          .filter(isRemoteId)
          .map((remote) => readUpload(remote, undefined, source)),
      );
      const isStrict = environment['NODE_ENV'] === 'production';
      const missingChromium = describeMissingChromium(environment);
      if (missingChromium !== undefined) print(`  ${missingChromium}`);
      await releaseLocal(await openExistingRegistry(environment), { uploads, open: openUpload, print, isStrict });
    });
};

const addPromote = (program: Command, { withRegistry, print }: CommandLine): void => {
  program
    .command('promote')
    .description('show published releases to all visitors: all or none')
    .argument('<releases...>', '<remote> <version>, or <remote>@<version> for each')
    .option('--reason <why>', 'for the history')
    .action((words: readonly string[], { reason }: { reason?: string }) => {
      const set = parseReleaseSet(words);
      return withRegistry(async ({ access }) => {
        const { changed } = await access.promote({ set, reason });
        for (const [remote, version] of Object.entries(set))
          print(`${remote} ${version} is live${changed ? '' : ', as before'}`);
      });
    });
};

const addCanary = (program: Command, { withRegistry, print }: CommandLine): void => {
  program
    .command('canary')
    .description('show a published release to a share of the visitors, or end that')
    .argument('<remote>', '', parseRemote)
    .argument('[version]')
    .option('--weight <percent>', 'share of the visitors', parseNumber('weight'))
    .option('--end', 'end the canary')
    .option('--reason <why>', 'for the history')
    .action(
      (
        remote: RemoteId,
        version: string | undefined,
        { reason, ...options }: { weight?: number; end?: true; reason?: string },
      ): Promise<void> => {
        if (options.end)
          return withRegistry(async ({ access }) => {
            await access.endCanary({ remote, reason });
            print(`${remote} no longer has a canary`);
          });
        const [canary, weight] = [parseVersion(version), requireWeight(options.weight)];
        return withRegistry(async ({ access }) => {
          await access.showCanary({ remote, version: canary, weight, reason });
          print(`${remote} ${canary} is a canary for ${weight} % of the visitors`);
        });
      },
    );
};

/** Commands that change what shoppers get. */
export const addReleaseCommands = (program: Command, commandLine: CommandLine): void => {
  const { environment, print, withRegistry } = commandLine;
  program.commandsGroup('Release');
  addPublish(program, commandLine);
  program
    .command('changed')
    .description('list the remotes whose build was never published, as JSON for a workflow; builds what changed')
    .action(() => withRegistry((context) => listChanged(context, findRemoteIds())));
  addReleaseLocal(program, commandLine);
  addPromote(program, commandLine);
  addCanary(program, commandLine);
  program
    .command('rollback')
    .description('make the previous release live again')
    .argument('<remote>', '', parseRemote)
    .option('--to <version>', 'instead of the previous release')
    .option('--reason <why>', 'for the history')
    .action((remote: RemoteId, { to, reason }: { to?: string; reason?: string }) =>
      withRegistry(async ({ access }) =>
        print(`${remote} is back at ${(await access.rollBack({ remote, to, reason })).version}`),
      ),
    );
  program
    .command('retire')
    .description('take a remote out of the shop: its mounts are free, its history and its releases stay')
    .argument('<remote>', '', parseRemote)
    .option('--reason <why>', 'for the history')
    .action((remote: RemoteId, { reason }: { reason?: string }) =>
      withRegistry(async ({ access }) => {
        const { version } = await access.retire({ remote, reason });
        print(`${remote} is retired. To bring it back, run: npm run remote -- promote ${remote} ${version}`);
      }),
    );
  program
    .command('link')
    .description('create a signed link that shows a release in one browser, for at most seven days')
    .argument('<remote>', '', parseRemote)
    .argument('<version>', '', parseVersion)
    .option('--hours <hours>', 'how long it is valid', parseNumber('hours'), DEFAULT_LINK_HOURS)
    .action((remote: RemoteId, version: string, { hours }: { hours: number }) =>
      withRegistry(async ({ access }) => {
        const { query, shopUrl } = await access.createLink({ remote, version, hours });
        const release = (await access.listReleases({ remote })).find((each) => each.version === version);
        const url = shopUrl ?? getSiteUrl(environment, getAudience(release ?? {}));
        print(`${url}${release?.mounts[0] ?? '/'}?${query}`);
      }),
    );
  program
    .command('links')
    .description('list the valid links, or revoke one')
    .option('--revoke <id>', 'end it at once, also in browsers that have opened it')
    .action(({ revoke }: { revoke?: string }) =>
      withRegistry(async ({ access }) => {
        if (revoke !== undefined) {
          await access.revokeLink({ id: revoke });
          return print(`The link ${revoke} is revoked`);
        }
        for (const { id, remote, version, by, until } of await access.listLinks())
          print(`${id}  ${remote} ${version}  by ${by}  until ${until}`);
      }),
    );
};
