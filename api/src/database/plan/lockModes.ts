/** PostgreSQL's modes of table locks, weakest first: the names of `LOCK TABLE`. */
const LOCK_MODES = [
  'ACCESS SHARE',
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;

export type LockMode = (typeof LOCK_MODES)[number];

/** Returns the strongest of the modes that `pg_locks` names: `AccessExclusiveLock` is `ACCESS EXCLUSIVE`. */
export const findStrongestMode = (names: readonly string[]): LockMode | undefined =>
  LOCK_MODES.findLast((mode) => names.some((name) => `${mode} LOCK` === name.replace(/\B[A-Z]/g, ' $&').toUpperCase()));

/** Says who waits while a transaction holds the lock. */
export const describeWaits = (mode: LockMode): string => {
  switch (mode) {
    case 'ACCESS SHARE':
    case 'ROW SHARE':
      return 'no reads or writes wait';
    case 'ROW EXCLUSIVE':
      return 'writes of the same rows wait';
    case 'SHARE UPDATE EXCLUSIVE':
      return 'no reads or writes wait, only VACUUM and other migrations';
    case 'SHARE':
    case 'SHARE ROW EXCLUSIVE':
    case 'EXCLUSIVE':
      return 'writes wait, reads do not';
    case 'ACCESS EXCLUSIVE':
      return 'reads and writes wait';
  }
};
