import { requireRights, type Bearer } from './tokens';

/** Who makes a request, and their rights. */
export interface Caller {
  readonly name: string;
  /** @throws {RegistryError} `forbidden` if the caller has no rights on one of the remotes. */
  readonly requireRights: (remotes: readonly string[]) => void;
}

export const toCaller = (bearer: Bearer): Caller => ({
  name: bearer.name,
  requireRights: (remotes) => requireRights(bearer, remotes),
});

/** Creates an operator: anybody with access to the storage has full control anyway. */
export const createStorageCaller = (name: string): Caller => ({
  name,
  requireRights: () => undefined,
});
