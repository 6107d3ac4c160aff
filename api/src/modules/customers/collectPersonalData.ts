import type { Database, Queryable } from '../../database/Database';
import { insertAudit } from '../../audit/auditRepository';
import { ShopError } from '../../http/ShopError';
import { findAccount } from '../auth/accountsRepository';
import { toMailbox } from '../auth/normalizeEmail';
import type { ByActor } from './changeCustomer';
import { findNumbers } from './findObstacle';
import { PERSONAL_DATA, type Person, type PersonSql } from './personalData';

/** What a table has about a person. */
interface PersonalPart {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface PersonalData {
  readonly name: string;
  readonly email: string;
  readonly at: Date;
  readonly parts: readonly PersonalPart[];
}

/** Returns a statement and its values. */
export const bindPerson = (sql: PersonSql, person: Person): readonly [string, unknown[]] => {
  const values: unknown[] = [];
  const places = new Map<keyof Person, string>();
  const text = sql((name) => {
    const place = places.get(name) ?? `$${values.push(person[name])}`;
    places.set(name, place);
    return place;
  });
  return [text, values];
};

/**
 * Reads everything about a person as it is at one moment, whatever is ordered or changed meanwhile, and records that it
 * was read. @throws {ShopError} CUSTOMER_NOT_FOUND.
 */
export const collectPersonalData = (database: Database, id: string, { actor, now }: ByActor): Promise<PersonalData> =>
  database.transaction(async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const account = await findAccount(connection, id);
    if (!account) throw new ShopError('CUSTOMER_NOT_FOUND');
    const { name, email } = account;
    const numbers = await findNumbers(connection, { id, email }, { now, isOver: false });
    const person = { id, email, mailbox: toMailbox(email), numbers };
    const parts: PersonalPart[] = [];
    for (const { collected } of Object.values(PERSONAL_DATA))
      if (typeof collected !== 'string')
        parts.push({ title: collected.title, rows: await readPart(connection, collected.sql, person) });
    await insertAudit(connection, { actor, action: 'customer.exported', subject: id }, now);
    return { name, email, at: now, parts };
  });

const readPart = async (connection: Queryable, sql: PersonSql, person: Person): Promise<PersonalPart['rows']> => {
  const [text, values] = bindPerson(sql, person);
  const { rows } = await connection.query<{ rows: PersonalPart['rows'] }>(
    `SELECT coalesce(json_agg(r), '[]') AS rows FROM (${text}) r`,
    values,
  );
  return rows[0]?.rows ?? [];
};
