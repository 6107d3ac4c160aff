import { ERASURE_DAYS, type StorefrontId } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { aJob } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import { addMs, DAY_MS } from '../../clock';
import type { Database, Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import type { WorkFailed } from '../../observability/logFailedWork';
import { lockAccount } from '../auth/accountsRepository';
import { toMailbox } from '../auth/normalizeEmail';
import { insertLetter } from '../mail/insertLetter';
import type { MailSender } from '../mail/writeMail';
import { lockCustomer, type ByActor } from './changeCustomer';
import { bindPerson } from './collectPersonalData';
import {
  deleteErasure,
  findDueErasures,
  findDueOrderErasures,
  findErasure,
  insertErasure,
  lockBelongings,
  lockOldOrders,
  postponeErasure,
  postponeOrderErasures,
  type Erasure,
} from './erasuresRepository';
import {
  writeErasedMail,
  writeErasurePostponedMail,
  writeErasureStartedMail,
  writeErasureStoppedMail,
} from './erasureMails';
import { findNumbers, findObstacle, isOpen } from './findObstacle';
import { PERSONAL_DATA, type Person } from './personalData';

/** How long an order that is in the way postpones an erasure. */
const POSTPONED_MS = DAY_MS;
/** The last mail needs an address until it is sent, and no longer than this. */
export const LAST_MAIL_MS = 3 * DAY_MS;

type MailContext = { readonly config: Pick<AppContext['config'], 'publicUrl'> };

const getSender = ({ config }: MailContext, storefront: StorefrontId): MailSender => ({
  storefront,
  publicUrl: config.publicUrl,
});

/**
 * Erases an account in a week, until when it can be kept. Repeating it changes nothing.
 * @throws {ShopError} CUSTOMER_NOT_FOUND, or ERASURE_REFUSED while an order is unpaid or on its way.
 */
export const startErasure = async (
  context: MailContext,
  connection: Queryable,
  id: string,
  { actor, now, storefront }: ByActor & { readonly storefront: StorefrontId },
): Promise<void> => {
  const account = await lockCustomer(connection, id);
  if (await findErasure(connection, id)) return;
  const obstacle = await findObstacle(connection, id, now);
  if (obstacle !== null) throw new ShopError('ERASURE_REFUSED', { reason: obstacle });
  const dueAt = addMs(now, ERASURE_DAYS * DAY_MS);
  await insertErasure(connection, { accountId: id, requestedAt: now, dueAt, actor, storefront });
  await insertAudit(
    connection,
    { actor, action: 'customer.erasure-started', subject: id, after: { due_at: dueAt.toISOString() } },
    now,
  );
  await insertLetter(connection, writeErasureStartedMail(getSender(context, storefront), account.email, dueAt), now);
};

/** Keeps an account that was to be erased. Repeating it changes nothing. @throws {ShopError} CUSTOMER_NOT_FOUND. */
export const stopErasure = async (
  context: MailContext,
  connection: Queryable,
  id: string,
  { actor, now }: ByActor,
): Promise<void> => {
  const account = await lockCustomer(connection, id);
  const erasure = await findErasure(connection, id);
  if (!erasure) return;
  await deleteErasure(connection, id);
  await insertAudit(connection, { actor, action: 'customer.erasure-stopped', subject: id }, now);
  await insertLetter(connection, writeErasureStoppedMail(getSender(context, erasure.storefront), account.email), now);
};

/** Erases a person from every table. What has to stay, stays without them. */
const erase = async (connection: Queryable, person: Person): Promise<void> => {
  for (const { erased } of Object.values(PERSONAL_DATA).reverse())
    if (typeof erased !== 'string') for (const sql of erased) await connection.query(...bindPerson(sql, person));
};

/** Carries an erasure out, or postpones it while an order is in the way. */
const carryOut = async (context: MailContext, connection: Queryable, id: string, now: Date): Promise<void> => {
  const account = await lockAccount(connection, id);
  const erasure: Erasure | undefined = account && (await findErasure(connection, id));
  if (!account || !erasure || erasure.dueAt > now) return; // it was kept, or another process was faster
  const actor = aJob('erasure');
  const sender = getSender(context, erasure.storefront);
  const { email } = account;
  const all = await findNumbers(connection, { id, email }, { now, isOver: false });
  await lockBelongings(connection, id, all);
  const obstacle = await findObstacle(connection, id, now);
  if (obstacle !== null) {
    await postponeErasure(connection, id, { dueAt: addMs(now, POSTPONED_MS), postponed: obstacle });
    if (obstacle === erasure.postponed) return;
    await insertAudit(connection, { actor, action: 'customer.erasure-postponed', subject: id }, now);
    return insertLetter(connection, writeErasurePostponedMail(sender, account.email, obstacle), now);
  }
  const numbers = await findNumbers(connection, { id, email }, { now, isOver: true });
  await erase(connection, { id, email, mailbox: toMailbox(email), numbers });
  const open = all.filter((number) => !numbers.includes(number));
  await postponeOrderErasures(connection, open, addMs(now, POSTPONED_MS));
  await insertAudit(connection, { actor, action: 'customer.erased', subject: id }, now);
  const letter = { ...writeErasedMail(sender, account.email), forgetAt: addMs(now, LAST_MAIL_MS) };
  await insertLetter(connection, letter, now);
};

/** Erases whoever ordered from an order, of no account and no address: only what belongs to the order. */
const eraseFromOrders = (connection: Queryable, numbers: readonly string[]): Promise<void> =>
  erase(connection, { id: '', email: '', mailbox: '', numbers });

/** Erases the person of an order that is over, or looks at it again later. */
const carryOutOrder = async (connection: Queryable, number: string, now: Date): Promise<void> => {
  await lockBelongings(connection, '', [number]);
  if (await isOpen(connection, number, now))
    await postponeOrderErasures(connection, [number], addMs(now, POSTPONED_MS));
  else await eraseFromOrders(connection, [number]);
};

type ErasureContext = Pick<AppContext, 'database' | 'clock'> & MailContext & { readonly onError: WorkFailed };

/** Erases the accounts and orders that are due, each in its own transaction: what fails with one stops no other. */
export const eraseDueCustomers = async (context: ErasureContext): Promise<void> => {
  const { database, clock, onError } = context;
  for (const id of await findDueErasures(database, clock.now()))
    await database
      .transaction((connection) => carryOut(context, connection, id, clock.now()))
      .catch((error: unknown) => onError(error, 'erasing a customer'));
  for (const number of await findDueOrderErasures(database, clock.now()))
    await database
      .transaction((connection) => carryOutOrder(connection, number, clock.now()))
      .catch((error: unknown) => onError(error, 'erasing the customer of an order'));
};

const MAX_OLD_ORDERS = 500;

/** Erases whoever ordered before an instant from these orders, some of them at a time. */
export const erasePersonsOfOldOrders = async (database: Database, before: Date): Promise<void> => {
  const eraseSome = (): Promise<boolean> =>
    database.transaction(async (connection) => {
      const numbers = await lockOldOrders(connection, before, MAX_OLD_ORDERS);
      if (numbers.length > 0) await eraseFromOrders(connection, numbers);
      return numbers.length === MAX_OLD_ORDERS;
    });
  while (await eraseSome());
};
