import type { Queryable } from '../../src/database/Database';
import { readSchemaState } from '../../src/database/schemaState';
import { OperatorError } from '../OperatorError';

export const createMissingShopError = (): OperatorError =>
  new OperatorError('refused', 'This database has no shop: there is nothing to back up.');

/** @throws {OperatorError} if there is nothing to back up. */
export const requireShop = async (database: Queryable): Promise<void> => {
  if ((await readSchemaState(database)) === 'none') throw createMissingShopError();
};
