import { parseArgs } from 'node:util';
import { valid } from 'semver';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { findRemoteIds, readRemotes } from '@shop/build/repository';
import { newRemote } from '@shop/build/newRemote';
import {
  createStorageCaller,
  DEFAULT_RETENTION_DAYS,
  createDirectAccess,
  createHttpAccess,
  isVersion,
  openRegistry,
  readRampPolicy,
  RegistryError,
  WEBHOOK_EVENTS,
  WebhookDispatcher,
  type Registry,
  type RegistryAccess,
  type Exceptions,
  type RegistryErrorCode,
  type SendSettings,
  type WebhookEvent,
} from '..';
import { buildAll } from './buildAll';
import { buildOne } from './buildOne';
import type { CommandContext } from './CommandContext';
import { describeWaiting } from './describeRequest';
import { dev } from './dev';
import { printDiff, printHistory, listReleases } from './list';
import { freeze, listFreezes } from './freeze';
import { openUpload } from './openInChromium';
import { publish } from './publish';
import { readSource } from './readSource';
import { readUpload } from './readUpload';
import { releaseLocal } from './releaseLocal';
import { approve, listRequests } from './requests';
import { token } from './token';
import { addWebhook, isWebhookEvent, listWebhooks, testWebhook } from './webhook';

const USAGE = `Usage: npm run remote -- <command>

Work
  new <remote> [--mount /path] [--owner "gifts team"]
                                      create a working remote with a test
  dev <remote>                        serve a remote with Fast Refresh, for the host's dev server and for a running shop
  build <package> | --all [--force]   build a package (host or a remote) if it has changed

Release
  publish <remote>... | --all [--version V] [--reason "..."] [--no-promote] [--built] [--skip-checks] [--now]
                                      check (types and tests; not with --built or --skip-checks,
                                      which is recorded), build, publish, make live; in production a single remote
                                      goes live in steps (1, 10, 100 % of visits), with --now immediately; several remotes at once
  publish <remote> --channel canary --weight 10
                                      the same, but shown to 10 % of the visitors
  release-local                       used by "npm start": publish local builds to the local registry, and make them live
                                      unless somebody has chosen other releases
  promote <remote> <version>          make a published release live
  promote <remote>@<version>...       make several releases live at once: all or none
  canary <remote> <version> --weight 10
                                      show a published release to 10 % of the visitors
  canary <remote> --end               end the canary
  rollback <remote> [--to V] [--reason "..."]
                                      make the previous release live again
  link <remote> <version> [--hours 24]
                                      create a signed link that shows a release in one browser

Hold
  freeze [--from TIME] --to TIME --reason "..." [remote]...
                                      no releases of these remotes (operators: of all) go live in that period; TIME is such as
                                      2026-12-24T18:00+01:00; publishing and rolling back still work
  freeze --list | freeze --end ID     list current and future freezes; end a freeze
  publish | promote | canary ... --during-freeze "why"
                                      operators: make it live anyway, with the reason in the history
  requests | approve ID | decline ID [--reason "..."]
                                      manage requests for a second person, for remotes with needsSecondPerson in remote.json
  publish | promote | canary ... --without-second-person "why"
                                      operators: make it live anyway, with the reason in the history

Look
  list [remote]                       list releases (* live, c canary)
  diff <remote> [from] [to]           compare releases (by default live and newest)
  history [remote]                    list changes with author and reason

Tell
  webhook add https://... [--remotes a,b] [--events live,canary,rolled-back,refused]
                                      send signed events to a URL; prints the secret once
  webhook list | webhook remove ID | webhook test ID
                                      list with the last delivery; send a test immediately

Look after
  gc [--days ${DEFAULT_RETENTION_DAYS}] [--dry-run]            remove releases that are no longer needed
  token add <name> <remote>... | token add <name> --operator
  token list | token revoke <name>    manage tokens

Uses the registry at REGISTRY_URL with REGISTRY_TOKEN, or the storage directly (docs/releasing.md).
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused or frozen, 4 conflict, 5 not allowed, 6 unknown.`;

/** Exit codes, so that a team's CI can tell what went wrong. */
const EXIT_CODES: Readonly<Record<RegistryErrorCode, number>> = {
  invalid: 2,
  refused: 3,
  frozen: 3,
  unapproved: 3,
  conflict: 4,
  unauthorized: 5,
  forbidden: 5,
  unknown: 6,
};
const USAGE_ERROR_CODE = 2;

class UsageError extends Error {
  override name = 'UsageError';
}

const parseRemote = (value: string | undefined): RemoteId => {
  if (value !== undefined && isRemoteId(value)) return value;
  throw new UsageError(`Name a remote, such as ${findRemoteIds().join(', ')}.`);
};

const parseVersion = (value: string | undefined): string => {
  if (value !== undefined && isVersion(value)) return value;
  throw new UsageError('Name a version; "npm run remote -- list" shows them.');
};

/** Parses a comma-separated list: "a,b". */
const parseList = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const parseEvent = (value: string): WebhookEvent => {
  if (isWebhookEvent(value)) return value;
  throw new UsageError(`--events must be ${WEBHOOK_EVENTS.join(', ')}, not "${value}".`);
};

const requireId = (value: string | undefined, list: string): string => {
  if (value !== undefined) return value;
  throw new UsageError(`Name an id; "npm run remote -- ${list}" shows them.`);
};

/** Parses the version for a new release. It must be semantic, so that tools can sort versions. */
const parseNewVersion = (value: string | undefined): string | undefined => {
  if (value === undefined || (valid(value) && isVersion(value))) return value;
  throw new UsageError(`--version must be a semantic version such as 1.4.0, not "${value}".`);
};

const parseNumber = (name: string, value: string | undefined, fallback?: number): number => {
  const number = value === undefined || value.trim() === '' ? fallback : Number(value);
  if (number === undefined || !Number.isFinite(number) || number < 0)
    throw new UsageError(`--${name} must be a number${value === undefined ? '' : `, not "${value}"`}.`);
  return number;
};

/** Parses "mfe-home 1.4.0" or any number of "mfe-home@1.4.0". */
const parseReleaseSet = (words: readonly string[]): Record<RemoteId, string> => {
  const [first, second] = words;
  const pairs = words.length === 2 && !first?.includes('@') ? [[first, second]] : words.map((word) => word.split('@'));
  if (pairs.length === 0)
    throw new UsageError('Name what goes live: <remote> <version>, or <remote>@<version> for each.');
  return Object.fromEntries(pairs.map(([remote, version]) => [parseRemote(remote), parseVersion(version)]));
};

const OPTIONS = {
  all: { type: 'boolean' },
  force: { type: 'boolean' },
  version: { type: 'string' },
  promote: { type: 'boolean', default: true },
  built: { type: 'boolean' },
  now: { type: 'boolean' },
  'skip-checks': { type: 'boolean' },
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
  from: { type: 'string' },
  list: { type: 'boolean' },
  remotes: { type: 'string' },
  events: { type: 'string' },
  'during-freeze': { type: 'string' },
  'without-second-person': { type: 'string' },
} as const;

const parseArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/** Returns the origin of the shop: that of the registry's API, PUBLIC_URL, or the default of `npm start`. */
const getSiteUrl = (environment: NodeJS.ProcessEnv): string => {
  const url = environment['REGISTRY_URL'] || environment['PUBLIC_URL'];
  return url ? new URL(url).origin : `http://localhost:${environment['PORT'] || '3000'}`;
};

interface OpenedRegistry {
  readonly access: RegistryAccess;
  /** Delivers events to webhooks. */
  readonly close: () => Promise<void>;
}

/** Opens the registry that the environment configures. */
const openAccess = async (environment: NodeJS.ProcessEnv): Promise<OpenedRegistry> => {
  const url = environment['REGISTRY_URL'];
  if (!url) {
    const registry = await openRegistry(environment);
    const webhooks: SendSettings = {
      policy: environment['NODE_ENV'] === 'production' ? 'public' : 'any',
      siteUrl: getSiteUrl(environment),
    };
    const access = createDirectAccess(registry, createStorageCaller(environment['USER'] || 'command line'), {
      ramp: readRampPolicy(environment),
      webhooks,
    });
    // A running host would deliver them, too. Failed deliveries stay in the outbox for it.
    return {
      access,
      close: async () => void (await new WebhookDispatcher(registry, webhooks).run(new Date()).catch(() => undefined)),
    };
  }
  const secret = environment['REGISTRY_TOKEN'];
  if (!secret) throw new RegistryError('unauthorized', 'REGISTRY_URL is set, but REGISTRY_TOKEN is not');
  return { access: createHttpAccess(url, secret), close: async () => undefined };
};

/** Opens the storage for token commands. Tokens can only be created with direct storage access, never over HTTP. */
const openStorageRegistry = async (environment: NodeJS.ProcessEnv): Promise<Registry> => {
  if (environment['REGISTRY_URL'])
    throw new UsageError(
      "Tokens can only be managed with direct access to the registry's storage, not over REGISTRY_URL: run this there (in a container of the host: npm run remote -- token ...), with REGISTRY_URL unset.",
    );
  return openRegistry(environment);
};

const print = (line: string): void => console.log(line);

const run = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArguments(argv);
  const [command, first, second, third] = positionals;
  const withRegistry = async (work: (context: CommandContext) => Promise<void>): Promise<void> => {
    const { access, close } = await openAccess(process.env);
    try {
      await work({ access, print });
    } finally {
      await close();
    }
  };

  const exceptions: Exceptions = {
    duringFreeze: values['during-freeze'],
    withoutSecondPerson: values['without-second-person'],
  };

  const commands: Readonly<Record<string, () => Promise<unknown>>> = {
    new: () => newRemote(parseRemote(first), { mount: values.mount, owner: values.owner }, print),
    dev: () => dev(parseRemote(first), print),
    build: () =>
      values.all ? buildAll({ force: values.force }) : buildOne(first ?? '', { force: values.force }, print),
    publish: () => {
      if (values.channel !== 'live' && values.channel !== 'canary')
        throw new UsageError(`--channel must be live or canary, not "${values.channel}".`);
      const canaryWeight = values.channel === 'canary' ? parseNumber('weight', values.weight) : undefined;
      const named = values.all ? findRemoteIds() : positionals.slice(1).map(parseRemote);
      if (named.length === 0) parseRemote(undefined);
      return withRegistry((context) =>
        publish(context, named, {
          version: parseNewVersion(values.version),
          promote: values.promote,
          canaryWeight,
          built: values.built,
          now: values.now,
          skipChecks: values['skip-checks'],
          reason: values.reason,
          exceptions,
        }),
      );
    },
    'release-local': async () => {
      const source = await readSource(process.env, undefined);
      const uploads = await Promise.all(
        Object.keys(readRemotes())
          .filter(isRemoteId)
          .map((remote) => readUpload(remote, undefined, source)),
      );
      await releaseLocal(await openRegistry(process.env), uploads, (upload) => openUpload(upload, print), print);
    },
    promote: () => {
      const set = parseReleaseSet(positionals.slice(1));
      return withRegistry(async ({ access }) => {
        const { changed, waiting } = await access.promote(set, values.reason, exceptions);
        if (waiting) print(describeWaiting(waiting));
        else
          for (const [remote, version] of Object.entries(set))
            print(`${remote} ${version} is live${changed ? '' : ', as before'}`);
      });
    },
    canary: () => {
      const remote = parseRemote(first);
      if (values.end)
        return withRegistry(
          async ({ access }) => void (await access.endCanary(remote), print(`${remote} no longer has a canary`)),
        );
      const [version, weight] = [parseVersion(second), parseNumber('weight', values.weight)];
      return withRegistry(async ({ access }) => {
        const { waiting } = await access.canary(remote, version, weight, exceptions);
        print(waiting ? describeWaiting(waiting) : `${remote} ${version} is a canary for ${weight} % of the visitors`);
      });
    },
    rollback: () => {
      const remote = parseRemote(first);
      return withRegistry(async ({ access }) =>
        print(`${remote} is back at ${await access.rollback(remote, values.to, values.reason)}`),
      );
    },
    link: () => {
      const [remote, version, hours] = [
        parseRemote(first),
        parseVersion(second),
        parseNumber('hours', values.hours, 24),
      ];
      return withRegistry(async ({ access }) => {
        const query = await access.link(remote, version, hours);
        const mount = (await access.releases(remote)).find((release) => release.version === version)?.mounts[0] ?? '/';
        print(`${getSiteUrl(process.env)}${mount}?${query}`);
      });
    },
    freeze: () => {
      if (values.list) return withRegistry(listFreezes);
      if (values.end)
        return withRegistry(
          async ({ access }) =>
            void (await access.endFreeze(requireId(first, 'freeze --list')), print(`The freeze ${first} has ended`)),
        );
      const remotes = positionals.slice(1).map(parseRemote);
      return withRegistry((context) =>
        freeze(context, remotes, { from: values.from, to: values.to, reason: values.reason }),
      );
    },
    requests: () => withRegistry(listRequests),
    approve: () => {
      const id = requireId(first, 'requests');
      return withRegistry((context) => approve(context, id));
    },
    decline: () => {
      const id = requireId(first, 'requests');
      return withRegistry(
        async ({ access }) => void (await access.decline(id, values.reason), print(`The request ${id} is declined`)),
      );
    },
    webhook: () => {
      if (first === 'list') return withRegistry(listWebhooks);
      if (first === 'add') {
        if (second === undefined) throw new UsageError('Name the URL to notify: webhook add https://...');
        const [remotes, events] = [
          parseList(values.remotes).map(parseRemote),
          parseList(values.events).map(parseEvent),
        ];
        return withRegistry((context) => addWebhook(context, second, remotes, events));
      }
      const id = requireId(second, 'webhook list');
      if (first === 'test') return withRegistry((context) => testWebhook(context, id));
      if (first === 'remove')
        return withRegistry(
          async ({ access }) => void (await access.removeWebhook(id), print(`The webhook ${id} is removed`)),
        );
      throw new UsageError('webhook add https://... | webhook list | webhook remove ID | webhook test ID');
    },
    list: () => withRegistry((context) => listReleases(context, first === undefined ? undefined : parseRemote(first))),
    diff: () => withRegistry((context) => printDiff(context, parseRemote(first), second, third)),
    history: () =>
      withRegistry((context) => printHistory(context, first === undefined ? undefined : parseRemote(first))),
    gc: () => {
      const options = {
        keptDays: parseNumber('days', values.days, DEFAULT_RETENTION_DAYS),
        dryRun: values['dry-run'] ?? false,
      };
      return withRegistry(async ({ access }) => {
        const collected = await access.collectGarbage(options);
        for (const { remote, version } of collected)
          print(`${options.dryRun ? 'would remove' : 'removed'} ${remote} ${version}`);
        if (collected.length === 0) print('Nothing to remove.');
      });
    },
    token: async () =>
      token(
        await openStorageRegistry(process.env),
        first,
        second,
        { remotes: positionals.slice(3).map(parseRemote), operator: values.operator ?? false },
        print,
      ),
  };
  const chosen = Object.hasOwn(commands, command ?? '') ? commands[command ?? ''] : undefined;
  if (!chosen) {
    print(USAGE);
    return command === undefined || command === 'help' ? 0 : USAGE_ERROR_CODE;
  }
  await chosen();
  return 0;
};

/** Runs one command of the federation's command line. Returns the exit code. */
export const runCommand = async (argv: readonly string[]): Promise<number> => {
  try {
    return await run(argv);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof RegistryError ? EXIT_CODES[error.code] : error instanceof UsageError ? USAGE_ERROR_CODE : 1;
  }
};
