/** Returns the column of a table's field: `accountId` is stored in `account_id`. A test checks it for all tables. */
export const toColumn = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Quotes a name for SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
