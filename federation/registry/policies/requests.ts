import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { RemoteId } from '../../remotes';
import type { CompositionFile, Exceptions, ReleaseSet } from '../compositionFile';
import { hashContent } from '../publishRelease';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { changeDocument, readDocument, type DocumentKind } from '../storage/documents';
import type { Caller } from './Caller';

const VALID_MS = 72 * 3_600_000;
/** So many that were decided, or have expired, are kept; what waits is one for each remote at most, and stays. */
const MAX_DECIDED = 100;

/** Something that is to go live once a second person approves it. */
export const GoLiveRequest = Type.Object({
  id: Type.String(),
  kind: Type.Union((['promote', 'go-live', 'canary'] as const).map((kind) => Type.Literal(kind))),
  /** Versions by remote. */
  set: Type.Record(Type.String(), Type.String()),
  /** Of a canary. */
  weight: Type.Optional(Type.Number()),
  /** What was live when it was asked for: where that is another, what is approved would be something else. */
  live: Type.Record(Type.String(), Type.String()),
  /**
   * What each release of the set was made of, by remote: a version that was taken out of the registry may be published
   * again with other files.
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

/** What waits for a second person, the oldest first. */
export const listRequests = async ({ storage }: Registry, now: Date): Promise<GoLiveRequest[]> =>
  (await readDocument(storage, REQUESTS)).value.requests.filter((request) => isWaiting(request, now));

const hashContents = async (registry: Registry, set: ReleaseSet): Promise<Record<string, string>> => {
  const hashed = await Promise.all(
    (Object.entries(set) as [RemoteId, string][]).map(
      async ([remote, version]) =>
        [
          remote,
          hashContent(
            Buffer.from(JSON.stringify(Object.entries((await registry.release(remote, version)).files).sort())),
          ),
        ] as const,
    ),
  ); // keys of a set are its type's keys
  return Object.fromEntries(hashed);
};

/**
 * What is approved is what was asked for: the same files, in place of the same releases.
 * @throws {RegistryError} `conflict`, where it would be something else.
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
      `${changed} has changed since it was asked for: ${live[changed] ?? 'nothing'} is live, not ${request.live[changed] ?? 'nothing'}; ask again`,
    );
  const contents = await hashContents(registry, request.set);
  const other = Object.keys(request.set).find((remote) => contents[remote] !== request.contents[remote]);
  if (other !== undefined)
    throw new RegistryError(
      'conflict',
      `${other} ${request.set[other]} was taken out of the registry and published again with other files since it was asked for; ask again`,
    );
};

export interface GoLiveRequestInput extends Pick<Exceptions, 'duringFreeze'> {
  readonly kind: GoLiveRequest['kind'];
  readonly set: ReleaseSet;
  readonly weight?: number | undefined;
  readonly reason?: string | undefined;
}

/** Keeps what somebody asks for, in place of what waits of the same remotes. */
export const addRequest = async (
  registry: Registry,
  { kind, set, weight, reason, duringFreeze }: GoLiveRequestInput,
  by: string,
  now: Date,
): Promise<GoLiveRequest> => {
  const { live } = await registry.composition();
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
      `The request ${id} waits no more: ${STATE_REASONS[request.state]}${request.decidedBy === undefined ? '' : ` by ${request.decidedBy}`}`,
    );
  return request;
};

/**
 * A request that the caller may approve: a second person, with rights on all of its remotes.
 * @throws {RegistryError} `unknown`; `forbidden`; `conflict`, where it waits no more, or would be something else than
 * was asked for.
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
    throw new RegistryError('forbidden', `${caller.name} asked for it; somebody else approves it`);
  await requireUnchangedRequest(registry, await registry.composition(), request);
  return request;
};

/** Writes down what became of a request. @throws {RegistryError} `conflict`, where it waits no more. */
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

/** Lets a request wait again as it did, whose releases could not go live. */
export const reopenRequest = async ({ storage }: Registry, request: GoLiveRequest): Promise<void> => {
  await changeDocument(storage, REQUESTS, ({ requests }) => ({
    requests: requests.map((known) => (known.id === request.id && known.state === 'approved' ? request : known)),
  }));
};
