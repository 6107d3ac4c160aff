/** The database does not accept a migration: another version of the code made its tables, or its disk is full. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
