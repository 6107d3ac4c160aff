import { requireRights, type Bearer } from './tokens';

/** Who makes a request, and their rights. */
export interface Caller {
  readonly name: string;
  /** Whether they have rights on all of these remotes; without remotes, on every remote, as operators have. */
  readonly canChange: (remotes?: readonly string[]) => boolean;
  /** @throws {RegistryError} `forbidden` if the caller has no rights on one of the remotes. */
  readonly requireRights: (remotes: readonly string[]) => void;
}

export const toCaller = (bearer: Bearer): Caller => ({
  name: bearer.name,
  canChange: (remotes) => bearer.isOperator || (remotes?.every((remote) => bearer.remotes.includes(remote)) ?? false),
  requireRights: (remotes) => requireRights(bearer, remotes),
});

/** Creates an operator: anybody with access to the storage has full control anyway. */
export const createStorageCaller = (name: string): Caller => ({
  name,
  canChange: () => true,
  requireRights: () => undefined,
});
