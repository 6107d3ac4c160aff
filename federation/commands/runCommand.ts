import { parseArgs } from 'node:util';
import { valid } from 'semver';
import { DEFAULT_KEPT_DAYS, directAccess, httpAccess, isVersion, openRegistry, RegistryError, type Registry, type RegistryAccess, type RegistryErrorCode } from '../registry';
import { isRemoteId, remoteIds, type RemoteId } from '../remotes';
import { buildAll } from './buildAll';
import { buildOne } from './buildOne';
import { buildMedia } from './buildMedia';
import { dev } from './dev';
import { diff, history, list } from './list';
import { newRemote } from './newRemote';
import { publish } from './publish';
import { token } from './token';

const USAGE = `Usage: npm run remote -- <command>

Work
  new <remote> [--mount /path] [--owner "gifts team"]
                                      make a remote that works, with its test
  dev <remote>                        serve a remote with Fast Refresh for the host's dev server
  build <package> | --all [--force]   build what changed (host or a remote)
  media                               make the sizes of the product pictures

Release
  publish <remote>... | --all [--version V] [--reason "..."] [--no-promote] [--built]
                                      build, put into the registry, make live: all of them at once
  publish <remote> --channel canary --weight 10
                                      the same, for 10 % of the visitors
  promote <remote> <version>          make a published release live
  promote <remote>@<version>...       several at once: all or none
  canary <remote> <version> --weight 10
                                      show a published release to 10 % of the visitors
  canary <remote> --end               show it to nobody any more
  rollback <remote> [--to V] [--reason "..."]
                                      make the release live that was live before
  link <remote> <version> [--hours 24]
                                      a signed link that shows a release in one browser

Look
  list [remote]                       what is published (* live, c canary)
  diff <remote> [from] [to]           what changed (from live to the newest)
  history [remote]                    who changed what, and why

Look after
  gc [--days ${DEFAULT_KEPT_DAYS}] [--dry-run]            take away releases that nobody needs any more
  token add <name> <remote>... | token add <name> --operator
  token list | token revoke <name>    who may release what

The registry is REGISTRY_URL with REGISTRY_TOKEN, else the storage itself (README, Settings).
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused, 4 conflict, 5 not allowed, 6 unknown.`;

/** For a team's CI: what went wrong, as a number. */
const EXIT_CODES: Readonly<Record<RegistryErrorCode, number>> = { invalid: 2, refused: 3, conflict: 4, unauthorized: 5, forbidden: 5, unknown: 6 };
const WRONG_USAGE = 2;

class UsageError extends Error {
  override name = 'UsageError';
}

export interface CommandContext {
  readonly access: RegistryAccess;
  readonly print: (line: string) => void;
}

const remoteArgument = (value: string | undefined): RemoteId => {
  if (value !== undefined && isRemoteId(value)) return value;
  throw new UsageError(`Name a remote, such as ${remoteIds.join(', ')}.`);
};

const versionArgument = (value: string | undefined): string => {
  if (value !== undefined && isVersion(value)) return value;
  throw new UsageError('Name a version; "npm run remote -- list" shows them.');
};

/** A version to give to a release: tools sort them, and "latest" would be none. */
const newVersionOption = (value: string | undefined): string | undefined => {
  if (value === undefined || (valid(value) && isVersion(value))) return value;
  throw new UsageError(`--version is a semantic version such as 1.4.0, not "${value}".`);
};

const numberOption = (name: string, value: string | undefined, fallback?: number): number => {
  const number = value === undefined || value.trim() === '' ? fallback : Number(value);
  if (number === undefined || !Number.isFinite(number) || number < 0) throw new UsageError(`--${name} is a number${value === undefined ? '' : `, not "${value}"`}.`);
  return number;
};

/** "mfe-home 1.4.0" or any number of "mfe-home@1.4.0". */
const setArgument = (words: readonly string[]): Record<RemoteId, string> => {
  const [first, second] = words;
  const pairs = words.length === 2 && !first?.includes('@') ? [[first, second]] : words.map((word) => word.split('@'));
  if (pairs.length === 0) throw new UsageError('Name what goes live: <remote> <version>, or <remote>@<version> for each.');
  return Object.fromEntries(pairs.map(([remote, version]) => [remoteArgument(remote), versionArgument(version)]));
};

const OPTIONS = {
  all: { type: 'boolean' },
  force: { type: 'boolean' },
  version: { type: 'string' },
  promote: { type: 'boolean', default: true },
  built: { type: 'boolean' },
  channel: { type: 'string', default: 'live' },
  weight: { type: 'string' },
  end: { type: 'boolean' },
  to: { type: 'string' },
  reason: { type: 'string' },
  hours: { type: 'string' },
  days: { type: 'string' },
  'dry-run': { type: 'boolean' },
  operator: { type: 'boolean' },
  mount: { type: 'string' },
  owner: { type: 'string' },
} as const;

const parse = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/** The registry as the environment names it. */
const openAccess = async (environment: NodeJS.ProcessEnv): Promise<RegistryAccess> => {
  const url = environment['REGISTRY_URL'];
  if (!url) return directAccess(await openRegistry(environment), environment['USER'] || 'command line');
  const secret = environment['REGISTRY_TOKEN'];
  if (!secret) throw new RegistryError('unauthorized', 'REGISTRY_URL is set, and REGISTRY_TOKEN is not');
  return httpAccess(url, secret);
};

/** Where the shop is: beside the registry's API, as it is set, or as `npm start` serves it. */
const siteOf = (environment: NodeJS.ProcessEnv): string => {
  const url = environment['REGISTRY_URL'] || environment['PUBLIC_URL'];
  return url ? new URL(url).origin : `http://localhost:${environment['PORT'] || '3000'}`;
};

/** Tokens are made beside the storage alone: nobody gives out rights over HTTP. */
const openBeside = async (environment: NodeJS.ProcessEnv): Promise<Registry> => {
  if (environment['REGISTRY_URL']) throw new UsageError('Tokens are made beside the registry\'s storage, not over REGISTRY_URL: run this there (in a container of the host: npm run remote -- token ...), with REGISTRY_URL unset.');
  return openRegistry(environment);
};

const print = (line: string): void => console.log(line);

const run = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = parse(argv);
  const [command, first, second, third] = positionals;
  const inRegistry = async (work: (context: CommandContext) => Promise<void>): Promise<void> => work({ access: await openAccess(process.env), print });

  const commands: Readonly<Record<string, () => Promise<unknown>>> = {
    new: () => newRemote(remoteArgument(first), { mount: values.mount, owner: values.owner }, print),
    dev: () => dev(remoteArgument(first)),
    build: () => (values.all ? buildAll({ force: values.force }) : buildOne(first ?? '', { force: values.force }, print)),
    media: () => buildMedia(print),
    publish: () => {
      if (values.channel !== 'live' && values.channel !== 'canary') throw new UsageError(`--channel is live or canary, not "${values.channel}".`);
      const canaryWeight = values.channel === 'canary' ? numberOption('weight', values.weight) : undefined;
      const named = values.all ? remoteIds : positionals.slice(1).map(remoteArgument);
      if (named.length === 0) remoteArgument(undefined);
      return inRegistry((context) => publish(context, named, { version: newVersionOption(values.version), promote: values.promote, canaryWeight, built: values.built, reason: values.reason }));
    },
    promote: () => {
      const set = setArgument(positionals.slice(1));
      return inRegistry(async ({ access }) => {
        const { changed } = await access.promote(set, values.reason);
        for (const [remote, version] of Object.entries(set)) print(`${remote} ${version} is live${changed ? '' : ', as before'}`);
      });
    },
    canary: () => {
      const remote = remoteArgument(first);
      if (values.end) return inRegistry(async ({ access }) => void (await access.endCanary(remote), print(`${remote} has no canary any more`)));
      const [version, weight] = [versionArgument(second), numberOption('weight', values.weight)];
      return inRegistry(async ({ access }) => void (await access.canary(remote, version, weight), print(`${remote} ${version} is a canary for ${weight} % of the visitors`)));
    },
    rollback: () => {
      const remote = remoteArgument(first);
      return inRegistry(async ({ access }) => print(`${remote} is back at ${await access.rollback(remote, values.to, values.reason)}`));
    },
    link: () => {
      const [remote, version, hours] = [remoteArgument(first), versionArgument(second), numberOption('hours', values.hours, 24)];
      return inRegistry(async ({ access }) => {
        const query = await access.link(remote, version, hours);
        const mount = (await access.releases(remote)).find((release) => release.version === version)?.mounts[0] ?? '/';
        print(`${siteOf(process.env)}${mount}?${query}`);
      });
    },
    list: () => inRegistry((context) => list(context, first === undefined ? undefined : remoteArgument(first))),
    diff: () => inRegistry((context) => diff(context, remoteArgument(first), second, third)),
    history: () => inRegistry((context) => history(context, first === undefined ? undefined : remoteArgument(first))),
    gc: () => {
      const options = { keptDays: numberOption('days', values.days, DEFAULT_KEPT_DAYS), dryRun: values['dry-run'] ?? false };
      return inRegistry(async ({ access }) => {
        const collected = await access.collectGarbage(options);
        for (const { remote, version } of collected) print(`${options.dryRun ? 'would take away' : 'took away'} ${remote} ${version}`);
        if (collected.length === 0) print('Nothing to take away.');
      });
    },
    token: async () => token(await openBeside(process.env), first, second, { remotes: positionals.slice(3).map(remoteArgument), operator: values.operator ?? false }, print),
  };
  const chosen = Object.hasOwn(commands, command ?? '') ? commands[command ?? ''] : undefined;
  if (!chosen) {
    print(USAGE);
    return command === undefined || command === 'help' ? 0 : WRONG_USAGE;
  }
  await chosen();
  return 0;
};

/** Runs one command of the federation's command line; answers the exit code. */
export const runCommand = async (argv: readonly string[]): Promise<number> => {
  try {
    return await run(argv);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof RegistryError ? EXIT_CODES[error.code] : error instanceof UsageError ? WRONG_USAGE : 1;
  }
};
