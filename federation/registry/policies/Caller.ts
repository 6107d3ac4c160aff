import { requireRights, type Bearer } from '../access/tokens';

/** Who asks for something, and what they may do. */
export interface Caller {
  readonly name: string;
  readonly isOperator: boolean;
  /** @throws {RegistryError} `forbidden`, where one of the remotes is not theirs. */
  readonly requireRights: (remotes: readonly string[]) => void;
}

export const toCaller = (bearer: Bearer): Caller => ({
  name: bearer.name,
  isOperator: bearer.isOperator,
  requireRights: (remotes) => requireRights(bearer, remotes),
});

/** Whoever stands beside the storage may do everything anyway. */
export const createStorageCaller = (name: string): Caller => ({
  name,
  isOperator: true,
  requireRights: () => undefined,
});
