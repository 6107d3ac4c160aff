import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { RemoteId } from '@shop/runtime/remotes';
import type { CompositionFile, Exceptions, ReleaseSet } from '../compositionFile';
import { hashContent } from '../../build/hashContent';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { changeDocument, readDocument, type DocumentKind } from '../storage/documents';
import type { Caller } from './Caller';

const VALID_MS = 72 * 3_600_000;
/** Decided and expired requests that are kept. Waiting ones, at most one per remote, are not limited. */
const MAX_DECIDED = 100;

/** Releases that go live once a second person approves them. */
export const GoLiveRequest = Type.Object({
  id: Type.String(),
  kind: Type.Union((['promote', 'go-live', 'canary'] as const).map((kind) => Type.Literal(kind))),
  /** Versions by remote. */
  set: Type.Record(Type.String(), Type.String()),
  /** Weight of a canary. */
  weight: Type.Optional(Type.Number()),
  /** Live versions at the time of the request. If they change, the approval would mean something else. */
  live: Type.Record(Type.String(), Type.String()),
  /**
   * Hash of each release's files by remote: a version that was removed from the registry may be published again with
   * other files.
   */
  contents: Type.Record(Type.String(), Type.String()),
  /** A token's name. */
  by: Type.String(),
  at: Type.String(),
  expiresAt: Type.String(),
  reason: Type.Optional(Type.String()),
  duringFreeze: Type.Optional(Type.String()),
  state: Type.Union((['waiting', 'approved', 'declined', 'superseded'] as const).map((state) => Type.Literal(state))),
  decidedBy: Type.Optional(Type.String()),
  decidedAt: Type.Optional(Type.String()),
  decision: Type.Optional(Type.String()),
});
export type GoLiveRequest = Static<typeof GoLiveRequest>;

const REQUESTS = {
  key: 'policies/requests',
  title: 'The list of requests',
  schema: Type.Object({ requests: Type.Array(GoLiveRequest) }),
  empty: { requests: [] },
} satisfies DocumentKind<Type.TSchema>;

const isWaiting = ({ state, expiresAt }: GoLiveRequest, now: Date): boolean =>
  state === 'waiting' && new Date(expiresAt) > now;

/** Lists the requests that wait for a second person, oldest first. */
export const listRequests = async ({ storage }: Registry, now: Date): Promise<GoLiveRequest[]> =>
  (await readDocument(storage, REQUESTS)).value.requests.filter((request) => isWaiting(request, now));

const hashContents = async (registry: Registry, set: ReleaseSet): Promise<Record<string, string>> => {
  const hashed = await Promise.all(
    (Object.entries(set) as [RemoteId, string][]).map(
      async ([remote, version]) =>
        [
          remote,
          hashContent(
            Buffer.from(JSON.stringify(Object.entries((await registry.readRelease(remote, version)).files).sort())),
          ),
        ] as const,
    ),
  ); // keys of a set are its type's keys
  return Object.fromEntries(hashed);
};

/**
 * Requires that a request still means the same: the same files, replacing the same releases.
 * @throws {RegistryError} `conflict` if something has changed.
 */
export const requireUnchangedRequest = async (
  registry: Registry,
  { live }: Pick<CompositionFile, 'live'>,
  request: Pick<GoLiveRequest, 'set' | 'live' | 'contents'>,
): Promise<void> => {
  const changed = Object.keys(request.set).find(
    (remote) => live[remote] !== request.live[remote] && live[remote] !== request.set[remote],
  );
  if (changed !== undefined)
    throw new RegistryError(
      'conflict',
      `${changed} has changed since the request: ${live[changed] ?? 'nothing'} is live, not ${request.live[changed] ?? 'nothing'}; make a new request`,
    );
  const contents = await hashContents(registry, request.set);
  const other = Object.keys(request.set).find((remote) => contents[remote] !== request.contents[remote]);
  if (other !== undefined)
    throw new RegistryError(
      'conflict',
      `${other} ${request.set[other]} was removed from the registry and published again with other files since the request; make a new request`,
    );
};

export interface GoLiveRequestInput extends Pick<Exceptions, 'duringFreeze'> {
  readonly kind: GoLiveRequest['kind'];
  readonly set: ReleaseSet;
  readonly weight?: number | undefined;
  readonly reason?: string | undefined;
}

/** Stores a request, replacing waiting requests for the same remotes. */
export const addRequest = async (
  registry: Registry,
  { kind, set, weight, reason, duringFreeze }: GoLiveRequestInput,
  by: string,
  now: Date,
): Promise<GoLiveRequest> => {
  const { live } = await registry.readComposition();
  const request: GoLiveRequest = {
    id: crypto.randomUUID().slice(0, 8),
    kind,
    set,
    ...(weight === undefined ? {} : { weight }),
    live: Object.fromEntries(
      Object.keys(set).flatMap((remote) => (live[remote] === undefined ? [] : [[remote, live[remote]]])),
    ),
    contents: await hashContents(registry, set),
    by,
    at: now.toISOString(),
    expiresAt: new Date(now.getTime() + VALID_MS).toISOString(),
    ...(reason === undefined ? {} : { reason }),
    ...(duringFreeze === undefined ? {} : { duringFreeze }),
    state: 'waiting',
  };
  await changeDocument(registry.storage, REQUESTS, ({ requests }) => {
    const known = requests.map((other): GoLiveRequest =>
      isWaiting(other, now) && Object.keys(other.set).some((remote) => remote in set)
        ? { ...other, state: 'superseded', decidedBy: by, decidedAt: now.toISOString() }
        : other,
    );
    const decided = known.filter((other) => !isWaiting(other, now)).slice(-MAX_DECIDED);
    return { requests: [...known.filter((other) => isWaiting(other, now) || decided.includes(other)), request] };
  });
  return request;
};

const STATE_REASONS: Readonly<Record<GoLiveRequest['state'], string>> = {
  waiting: 'it has expired',
  approved: 'it was approved',
  declined: 'it was declined',
  superseded: 'a newer one took its place',
};

const requireWaiting = (requests: readonly GoLiveRequest[], id: string, now: Date): GoLiveRequest => {
  const request = requests.find((known) => known.id === id);
  if (!request) throw new RegistryError('unknown', `There is no request ${id}`);
  if (!isWaiting(request, now))
    throw new RegistryError(
      'conflict',
      `The request ${id} is no longer waiting: ${STATE_REASONS[request.state]}${request.decidedBy === undefined ? '' : ` by ${request.decidedBy}`}`,
    );
  return request;
};

/**
 * Finds a request that the caller may approve: not their own, with rights on all its remotes.
 * @throws {RegistryError} `unknown`; `forbidden`; `conflict` if it is no longer waiting or no longer matches.
 */
export const findApprovable = async (
  registry: Registry,
  id: string,
  caller: Caller,
  now: Date,
): Promise<GoLiveRequest> => {
  const request = requireWaiting((await readDocument(registry.storage, REQUESTS)).value.requests, id, now);
  caller.requireRights(Object.keys(request.set));
  if (request.by === caller.name)
    throw new RegistryError('forbidden', `${caller.name} requested this; somebody else has to approve it`);
  await requireUnchangedRequest(registry, await registry.readComposition(), request);
  return request;
};

/**
 * Records the decision about a request.
 * @throws {RegistryError} `conflict` if it is no longer waiting.
 */
export const decideRequest = async (
  { storage }: Registry,
  id: string,
  caller: Caller,
  state: 'approved' | 'declined',
  decision: string | undefined,
  now: Date,
): Promise<void> => {
  await changeDocument(storage, REQUESTS, ({ requests }) => {
    const request = requireWaiting(requests, id, now);
    caller.requireRights(Object.keys(request.set));
    const decided: GoLiveRequest = {
      ...request,
      state,
      decidedBy: caller.name,
      decidedAt: now.toISOString(),
      ...(decision === undefined ? {} : { decision }),
    };
    return { requests: requests.map((known) => (known === request ? decided : known)) };
  });
};

/** Reopens an approved request whose releases could not go live. */
export const reopenRequest = async ({ storage }: Registry, request: GoLiveRequest): Promise<void> => {
  await changeDocument(storage, REQUESTS, ({ requests }) => ({
    requests: requests.map((known) => (known.id === request.id && known.state === 'approved' ? request : known)),
  }));
};
