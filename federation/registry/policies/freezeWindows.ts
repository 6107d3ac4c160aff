import crypto from 'node:crypto';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { RemoteId } from '@shop/runtime/remotes';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { isSingleLine } from '../SingleLine';
import { changeDocument, readDocument, type DocumentKind } from '../storage/documents';
import type { Caller } from './Caller';
import { parseTime } from './parseTime';

const DAY_MS = 86_400_000;
const MAX_DAYS = 92;
/** Limit per token, so that nobody can keep others from adding windows. */
const MAX_WINDOWS = 50;
/** How far ahead a window may start. */
const MAX_DAYS_AHEAD = 400;
const MAX_REASON_LENGTH = 200;

/** A period in which no release of some remotes goes live. */
export const FreezeWindow = Type.Object({
  id: Type.String(),
  /** ISO times in UTC; `to` is exclusive. */
  from: Type.String(),
  to: Type.String(),
  /** Undefined: all remotes. */
  remotes: Type.Optional(Type.Array(Type.String())),
  reason: Type.String(),
  /** A token's name. */
  by: Type.String(),
  /** Set by an operator, so only operators may end it. */
  isOperators: Type.Boolean(),
});
export type FreezeWindow = Static<typeof FreezeWindow>;

const FREEZES = {
  key: 'policies/freezes',
  title: 'The list of freeze windows',
  schema: Type.Object({ windows: Type.Array(FreezeWindow) }),
  empty: { windows: [] },
} satisfies DocumentKind<ReturnType<typeof Type.Object>>;

/** A freeze to add. Times are ISO 8601 with a time zone. */
export interface FreezeRequest {
  /** Defaults to now. */
  readonly from?: string | undefined;
  readonly to: string;
  /** Empty: all remotes. */
  readonly remotes: readonly RemoteId[];
  readonly reason: string;
}

const invalid = (message: string): RegistryError => new RegistryError('invalid', message);

const isOver = ({ to }: FreezeWindow, now: Date): boolean => new Date(to) <= now;

export const isInForce = (window: FreezeWindow, now: Date): boolean =>
  new Date(window.from) <= now && !isOver(window, now);

const appliesTo = ({ remotes }: FreezeWindow, remote: string): boolean =>
  remotes === undefined || remotes.includes(remote);

/** Formats a window for messages: "frozen until 2026-12-24T18:00:00.000Z by ops: Christmas (freeze 1a2b3c4d)". */
export const describeFreeze = ({ id, to, by, reason }: FreezeWindow): string =>
  `frozen until ${to} by ${by}: ${reason} (freeze ${id})`;

/** Lists current and future windows, earliest first. */
export const listFreezes = async ({ storage }: Registry, now: Date): Promise<FreezeWindow[]> =>
  (await readDocument(storage, FREEZES)).value.windows
    .filter((window) => !isOver(window, now))
    .sort((a, b) => a.from.localeCompare(b.from));

/** Lists the windows that currently block a remote. */
export const findFreezes = async (registry: Registry, remote: string, now: Date): Promise<FreezeWindow[]> =>
  (await listFreezes(registry, now)).filter((window) => isInForce(window, now) && appliesTo(window, remote));

const parseFreezeRequest = (
  { from, to, remotes, reason }: FreezeRequest,
  { name, isOperator }: Caller,
  now: Date,
): FreezeWindow => {
  const start = from === undefined ? now : parseTime('from', from);
  const end = parseTime('to', to);
  if (end <= start)
    throw invalid(`A freeze must end after it starts: ${end.toISOString()} is not after ${start.toISOString()}`);
  if (end <= now) throw invalid(`The freeze would be over already: ${end.toISOString()} has passed`);
  if (start.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS)
    throw invalid(`A freeze must start within ${MAX_DAYS_AHEAD} days`);
  if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS) throw invalid(`A freeze may last at most ${MAX_DAYS} days`);
  const text = reason.trim();
  if (!isSingleLine(text)) throw invalid('The reason for the freeze contains control characters');
  if (text === '' || text.length > MAX_REASON_LENGTH)
    throw invalid(`Give a reason for the freeze, at most ${MAX_REASON_LENGTH} characters`);
  return {
    id: crypto.randomUUID().slice(0, 8),
    from: start.toISOString(),
    to: end.toISOString(),
    ...(remotes.length > 0 ? { remotes: [...new Set(remotes)].sort() } : {}),
    reason: text,
    by: name,
    isOperators: isOperator,
  };
};

/**
 * Adds a freeze window. Teams may freeze only their own remotes.
 * @throws {RegistryError} `invalid`; `forbidden`.
 */
export const addFreeze = async (
  { storage }: Registry,
  request: FreezeRequest,
  caller: Caller,
  now: Date,
): Promise<FreezeWindow> => {
  if (request.remotes.length === 0 && !caller.isOperator)
    throw new RegistryError('forbidden', 'Only operators may freeze all remotes; name yours');
  caller.requireRights(request.remotes);
  const window = parseFreezeRequest(request, caller, now);
  await changeDocument(storage, FREEZES, ({ windows }) => {
    const kept = windows.filter((known) => !isOver(known, now));
    if (kept.filter(({ by }) => by === caller.name).length >= MAX_WINDOWS)
      throw invalid(`${caller.name} has set ${MAX_WINDOWS} freeze windows already; end one first`);
    return { windows: [...kept, window] };
  });
  return window;
};

/**
 * Ends a current window or cancels a future one. Teams may end windows of their own remotes unless an operator set
 * them.
 * @throws {RegistryError} `unknown`; `forbidden`.
 */
export const endFreeze = async ({ storage }: Registry, id: string, caller: Caller, now: Date): Promise<void> => {
  await changeDocument(storage, FREEZES, ({ windows }) => {
    const window = windows.find((known) => known.id === id && !isOver(known, now));
    if (!window) throw new RegistryError('unknown', `There is no freeze ${id}, or it is over`);
    if (window.isOperators && !caller.isOperator)
      throw new RegistryError(
        'forbidden',
        `An operator (${window.by}) set the freeze ${id}; only operators may end it`,
      );
    caller.requireRights(window.remotes ?? []);
    return { windows: windows.filter((known) => known !== window && !isOver(known, now)) };
  });
};
