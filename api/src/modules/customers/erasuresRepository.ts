import type { Actor } from '../../audit/Actor';
import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { StorefrontId } from '@shop/contracts';
import { ERASED_EMAIL } from '../orders/erasedPerson';
import type { erasuresTable } from './erasuresTable';

export interface Erasure {
  readonly dueAt: Date;
  readonly actor: Actor;
  readonly storefront: StorefrontId;
  /** What was in the way; '' if nothing was. */
  readonly postponed: string;
}

export const findErasure = async (connection: Queryable, accountId: string): Promise<Erasure | undefined> => {
  const { rows } = await connection.query<Erasure>(
    'SELECT due_at AS "dueAt", actor, storefront, postponed FROM erasures WHERE account_id = $1',
    [accountId],
  );
  return rows[0];
};

interface NewErasure extends Omit<Erasure, 'postponed'> {
  readonly accountId: string;
  readonly requestedAt: Date;
}

export const insertErasure = async (connection: Queryable, erasure: NewErasure): Promise<void> => {
  await insertRow<typeof erasuresTable>(connection, 'erasures', erasure);
};

export const deleteErasure = async (connection: Queryable, accountId: string): Promise<void> => {
  await connection.query('DELETE FROM erasures WHERE account_id = $1', [accountId]);
};

export const postponeErasure = async (
  connection: Queryable,
  accountId: string,
  { dueAt, postponed }: Pick<Erasure, 'dueAt' | 'postponed'>,
): Promise<void> => {
  await connection.query('UPDATE erasures SET due_at = $2, postponed = $3 WHERE account_id = $1', [
    accountId,
    dueAt,
    postponed,
  ]);
};

const MAX_BATCH = 100;

/** Returns ids of accounts that are to be erased now, the longest waiting first. */
export const findDueErasures = async (connection: Queryable, now: Date): Promise<string[]> => {
  const { rows } = await connection.query<{ id: string }>(
    `SELECT account_id AS id FROM erasures WHERE due_at <= $1 ORDER BY due_at LIMIT ${MAX_BATCH}`,
    [now],
  );
  return rows.map(({ id }) => id);
};

/** Has orders looked at later, which are not over. */
export const postponeOrderErasures = async (
  connection: Queryable,
  numbers: readonly string[],
  dueAt: Date,
): Promise<void> => {
  await connection.query(
    `INSERT INTO order_erasures (order_number, due_at) SELECT n, $2 FROM unnest($1::text[]) n
     ON CONFLICT (order_number) DO UPDATE SET due_at = excluded.due_at`,
    [numbers, dueAt],
  );
};

/** Returns numbers of orders that are to be looked at now, the longest waiting first; none of an account. */
export const findDueOrderErasures = async (connection: Queryable, now: Date): Promise<string[]> => {
  const { rows } = await connection.query<{ number: string }>(
    `SELECT order_number AS number FROM order_erasures e JOIN orders o ON o.number = e.order_number
     WHERE due_at <= $1 AND o.account_id IS NULL ORDER BY due_at LIMIT ${MAX_BATCH}`,
    [now],
  );
  return rows.map(({ number }) => number);
};

/** Returns the product of an account's last order: its storefront is the one that the customer knows. */
export const findLastProduct = async (connection: Queryable, accountId: string): Promise<string | undefined> => {
  const { rows } = await connection.query<{ id: string }>(
    `SELECT l.product_id AS id FROM orders o JOIN order_lines l ON l.order_id = o.id
     WHERE o.account_id = $1 ORDER BY o.id DESC, l.position LIMIT 1`,
    [accountId],
  );
  return rows[0]?.id;
};

/**
 * Locks what a person has ordered and reviewed. Whoever changes something of it is done, with the mails that follow, or
 * finds it erased.
 */
export const lockBelongings = async (
  connection: Queryable,
  accountId: string,
  numbers: readonly string[],
): Promise<void> => {
  await connection.query('SELECT 1 FROM orders WHERE number = ANY($1::text[]) ORDER BY id FOR UPDATE', [numbers]);
  await connection.query('SELECT 1 FROM reviews WHERE account_id = $1 ORDER BY id FOR UPDATE', [accountId]);
};

/** Locks orders of before an instant that still say who placed them. Returns their numbers, the oldest first. */
export const lockOldOrders = async (connection: Queryable, before: Date, limit: number): Promise<string[]> => {
  const { rows } = await connection.query<{ number: string }>(
    `SELECT number FROM orders WHERE created_at <= $1 AND billing ->> 'email' <> '${ERASED_EMAIL}'
     ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [before, limit],
  );
  return rows.map(({ number }) => number);
};
