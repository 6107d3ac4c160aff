import path from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../build/createWebpackConfig';
import { Registry } from '../registry';
import { isRemoteId, remoteIds, type RemoteId } from '../remotes';
import { buildAll } from './buildAll';
import { buildOne } from './buildOne';
import { buildMedia } from './buildMedia';
import { dev } from './dev';
import { publish } from './publish';

const USAGE = `Usage: npm run remote -- <command>

  build <package> | --all [--force]   build what changed (host or a remote)
  publish <remote> | --all [--version V] [--no-promote] [--built]
                                      build, put the release into the registry, make it live
  promote <remote> <version>          make a published release live
  rollback <remote>                   make the release live that was live before
  list [remote]                       what is published and what is live
  dev <remote>                        serve a remote with Fast Refresh for the host's dev server
  media                               make the sizes of the product pictures`;

export interface CommandContext {
  readonly registry: Registry;
  readonly print: (line: string) => void;
}

const remoteArgument = (value: string | undefined): RemoteId => {
  if (value !== undefined && isRemoteId(value)) return value;
  throw new Error(`Name one of the remotes: ${remoteIds.join(', ')}`);
};

const list = async ({ registry, print }: CommandContext, only: string | undefined): Promise<void> => {
  const { live } = registry.readComposition();
  for (const id of only === undefined ? remoteIds : [remoteArgument(only)]) {
    for (const version of await registry.listVersions(id)) {
      print(`${live[id] === version ? '* ' : '  '}${id} ${version}  ${registry.readRelease(id, version).publishedAt}`);
    }
  }
};

const OPTIONS = {
  all: { type: 'boolean' },
  force: { type: 'boolean' },
  version: { type: 'string' },
  promote: { type: 'boolean', default: true },
  built: { type: 'boolean' },
} as const;

/** Runs one command of the federation's command line; answers the exit code. */
export const runCommand = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, allowNegative: true });
  const [command, first, second] = positionals;
  const context: CommandContext = {
    registry: new Registry(process.env['REGISTRY_DIR'] ?? path.join(repositoryRoot, '.data/registry')),
    print: (line) => console.log(line),
  };
  const commands: Record<string, () => Promise<unknown>> = {
    build: () => (values.all ? buildAll(context, { force: values.force }) : buildOne(context, first ?? '', { force: values.force })),
    media: () => buildMedia(context),
    dev: () => dev(remoteArgument(first)),
    publish: () =>
      publish(context, values.all ? remoteIds : [remoteArgument(first)], {
        version: values.version,
        promote: values.promote,
        built: values.built,
      }),
    promote: async () => {
      const changed = await context.registry.promote(remoteArgument(first), second ?? '', new Date());
      context.print(changed ? `${first} ${second} is live` : `${first} ${second} was live already`);
    },
    rollback: async () => context.print(`${first} is back at ${await context.registry.rollback(remoteArgument(first), new Date())}`),
    list: () => list(context, first),
  };
  const run = commands[command ?? ''];
  if (!run) {
    context.print(USAGE);
    return command === undefined || command === 'help' ? 0 : 2;
  }
  await run();
  return 0;
};
