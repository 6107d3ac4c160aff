import * as Type from '@sinclair/typebox';
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import { getAudience, MAX_ID_LENGTH, REMOTE_ID, type RemoteId } from '@shop/runtime/remotes';
import { PreviewLink } from '../access/PreviewLink';
import {
  createPreviewLink,
  DEFAULT_LINK_HOURS,
  listPreviewLinks,
  MAX_LINK_HOURS,
  revokePreviewLink,
} from '../access/previewLinks';
import { collectGarbage, DEFAULT_RETENTION_DAYS } from '../collectGarbage';
import { CompositionFile, type ReleaseSet } from '../compositionFile';
import { AT_ONCE_REASONS, endCanary, promote, retire, revertChange, rollback, startCanary } from '../promote';
import { publishRelease, type ReleaseUpload } from '../publishRelease';
import { Release } from '../release';
import { SingleLine } from '../SingleLine';
import { defineOperation, type Operation } from './Operation';

const REMOTE = { maxLength: MAX_ID_LENGTH, pattern: REMOTE_ID.source };
const Remote = Type.Unsafe<RemoteId>(Type.String(REMOTE));
const Text = SingleLine({ maxLength: 200 });
const Reason = Type.Optional(Text);
const Nothing = Type.Void();
const Versions = Type.Unsafe<ReleaseSet>(
  Type.Record(Type.String(REMOTE), Text, { minProperties: 1, additionalProperties: false }),
);
/** The rest of an upload is checked when it is received (http/receiveUpload.ts) and published. */
const Upload = Type.Unsafe<ReleaseUpload>(Type.Object({ remote: Remote }));
const RampPlan = Type.Object({
  remote: Remote,
  version: Type.String(),
  weight: Type.Number(),
  visits: Type.Number(),
  stepMs: Type.Number(),
});

const Input = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false });
/** Anybody with a token may read. */
const read = <P extends TProperties, O extends TSchema>(
  path: `/${string}`,
  input: P,
  output: O,
  run: Operation<TObject<P>, O>['run'],
): Operation<TObject<P>, O> => ({ route: `GET ${path}`, input: Input(input), output, run });
const ofRemote = ({ remote }: { readonly remote: string }): readonly string[] => [remote];

/** All operations of the registry, by the name of their function in RegistryAccess. */
export const operations = {
  readComposition: read('/composition', {}, CompositionFile, ({ registry }) => registry.readComposition()),
  listRemotes: read('/remotes', {}, Type.Array(Remote), ({ registry }) => registry.listRemotes()),
  listReleases: read('/remotes/:remote/releases', { remote: Remote }, Type.Array(Release), ({ registry }, { remote }) =>
    registry.listReleases(remote),
  ),
  publish: defineOperation({
    route: 'POST /remotes/:remote/releases',
    isUpload: true,
    input: Upload,
    output: Release,
    action: 'publish',
    remotes: ofRemote,
    details: ({ remote, version = null }) => ({ remote, version }),
    run: ({ registry, by, now }, upload) => publishRelease(registry, upload, by, now),
  }),
  /** Promotes releases: at once, or in steps if the registry is configured for it. */
  promote: defineOperation({
    route: 'POST /promotions',
    input: Input({ set: Versions, reason: Reason, inSteps: Type.Optional(Type.Boolean()) }),
    output: Type.Object({
      changed: Type.Boolean(),
      ramp: Type.Optional(RampPlan),
      atOnce: Type.Optional(Type.Union(AT_ONCE_REASONS.map((reason) => Type.Literal(reason)))),
    }),
    action: 'promote',
    remotes: ({ set }) => Object.keys(set),
    run: async ({ registry, ramp, ...context }, { set, reason, inSteps = false }) =>
      promote(registry, set, { ...context, reason }, inSteps ? ramp : undefined),
  }),
  showCanary: defineOperation({
    route: 'PUT /remotes/:remote/canary',
    input: Input({ remote: Remote, version: Text, weight: Type.Number({ minimum: 0, maximum: 100 }), reason: Reason }),
    output: Nothing,
    action: 'canary',
    remotes: ofRemote,
    run: async ({ registry, ...context }, { remote, version, weight, reason }) =>
      void (await startCanary(registry, remote, version, weight, { ...context, reason })),
  }),
  endCanary: defineOperation({
    route: 'DELETE /remotes/:remote/canary',
    input: Input({ remote: Remote, reason: Reason }),
    output: Nothing,
    action: 'end-canary',
    remotes: ofRemote,
    run: async ({ registry, ...context }, { remote, reason }) =>
      void (await endCanary(registry, remote, undefined, { ...context, reason })),
  }),
  /** Returns the version that is live now. */
  rollBack: defineOperation({
    route: 'POST /remotes/:remote/rollback',
    input: Input({ remote: Remote, to: Type.Optional(Text), reason: Reason }),
    output: Type.Object({ version: Type.String() }),
    action: 'rollback',
    remotes: ofRemote,
    run: async ({ registry, ...context }, { remote, to, reason }) => ({
      version: await rollback(registry, remote, to, { ...context, reason }),
    }),
  }),
  /** Takes a remote out of the shop, with its canary. Returns the version that was live. */
  retire: defineOperation({
    route: 'POST /remotes/:remote/retire',
    input: Input({ remote: Remote, reason: Reason }),
    output: Type.Object({ version: Type.String() }),
    action: 'retire',
    remotes: ofRemote,
    run: async ({ registry, ...context }, { remote, reason }) => ({
      version: await retire(registry, remote, { ...context, reason }),
    }),
  }),
  /** Reverts one change of the history. Its remotes, and so the rights, are known when it is found. */
  revertChange: defineOperation({
    route: 'POST /revert',
    input: Input({ id: Text }),
    output: Nothing,
    action: 'revert',
    run: async ({ registry, caller, ...context }, { id }) =>
      void (await revertChange(registry, id, context, caller.requireRights)),
  }),
  collectGarbage: defineOperation({
    route: 'POST /gc',
    input: Input({ keptDays: Type.Optional(Type.Number({ minimum: 0 })), dryRun: Type.Optional(Type.Boolean()) }),
    output: Type.Array(Type.Object({ remote: Remote, version: Type.String() })),
    action: 'gc',
    remotes: () => ['every remote'],
    run: ({ registry, now }, { keptDays = DEFAULT_RETENTION_DAYS, dryRun = false }) =>
      collectGarbage(registry, now, { keptDays, dryRun }),
  }),
  /** Returns the query string of a signed link, and the origin of the release's pages if it is known. */
  createLink: defineOperation({
    route: 'POST /remotes/:remote/links',
    input: Input({
      remote: Remote,
      version: Text,
      hours: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: MAX_LINK_HOURS })),
    }),
    output: Type.Object({ query: Type.String(), shopUrl: Type.Optional(Type.String()) }),
    action: 'link',
    remotes: ofRemote,
    run: async ({ registry, shopUrl, adminUrl, ...context }, { remote, version, hours = DEFAULT_LINK_HOURS }) => {
      const query = await createPreviewLink(registry, { remote, version, hours }, context);
      const url = getAudience(await registry.readRelease(remote, version)) === 'staff' ? adminUrl : shopUrl;
      return { query, ...(url === undefined ? {} : { shopUrl: url }) };
    },
  }),
  listLinks: read('/links', {}, Type.Array(PreviewLink), async ({ registry, now }) =>
    listPreviewLinks(await registry.readComposition(), now),
  ),
  /** Its remote, and so the rights, are known when it is found. */
  revokeLink: defineOperation({
    route: 'DELETE /links/:id',
    input: Input({ id: Text }),
    output: Nothing,
    action: 'link-revoke',
    run: ({ registry, caller, now }, { id }) => revokePreviewLink(registry, id, caller, now),
  }),
} satisfies Readonly<Record<string, Operation>>;

type Operations = typeof operations;
type OperationName = keyof Operations;

/**
 * The operations as functions, on the local storage or over HTTP. Each may throw a RegistryError. The input may be left
 * out if it has no properties.
 */
export type RegistryAccess = {
  readonly [Name in OperationName]: (
    ...input: Record<never, never> extends Static<Operations[Name]['input']>
      ? [input?: Static<Operations[Name]['input']>]
      : [input: Static<Operations[Name]['input']>]
  ) => Promise<Static<Operations[Name]['output']>>;
};

/** Creates access in which every operation is run by `run`. */
export const createAccess = (run: (operation: Operation, input: object) => Promise<unknown>): RegistryAccess => {
  const functions = Object.entries<Operation>(operations).map(
    ([name, operation]) => [name, (input = {}) => run(operation, input)] as const,
  );
  return Object.fromEntries(functions) as unknown as RegistryAccess; // the types follow from the table
};
