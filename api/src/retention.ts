import { EMPTY_SEARCH_DAYS } from '@shop/contracts';
import { addMs, DAY_MS, HOUR_MS } from './clock';
import type { Database } from './database/Database';
import { deleteOldAttempts, deleteOldCodes } from './modules/auth/limitsRepository';
import { deleteOldFailures, deleteOldStrangersEvents } from './modules/auth/securityEventsRepository';
import { getIdleCutoff, REMEMBERED_LIFETIME_MS } from './modules/auth/sessions';
import { deleteExpiredSessions } from './modules/auth/sessionsRepository';
import { deleteOldFiles, forgetOldImports } from './modules/catalog/import/importsRepository';
import { deleteOldContactMessages } from './modules/contact/contactRepository';
import { deleteOldContentChanges } from './modules/content/contentChangesRepository';
import { erasePersonsOfOldOrders, LAST_MAIL_MS } from './modules/customers/erasures';
import { deleteExpiredHolds } from './modules/delivery/deliveryRepository';
import { deleteOldEmptySearches } from './modules/figures/emptySearchesRepository';
import { deleteLastMails, deleteOldMails } from './modules/mail/mailsRepository';
import { deleteExpiredOfStaff } from './modules/staff/staffRepository';
import { getStaffIdleCutoff, STAFF_SESSION_MS } from './modules/staff/staffSessions';

const YEAR_MS = 365 * DAY_MS;

/** What is kept for a time, and not for good. */
interface Retention {
  readonly what: string;
  readonly why: string;
  /** For how long at most. It is deleted within the hour after that. */
  readonly keptMs: number;
  /** Deletes what is older. `before` is `keptMs` before now. */
  readonly enforce: (database: Database, before: Date, now: Date) => Promise<unknown>;
}

/**
 * How long the shop keeps what does not stay for good. The hourly cleanup enforces each row, docs/operations.md has the
 * same table, and tests compare both. The privacy page states some of it.
 */
export const RETENTION = {
  codes: {
    what: 'Codes, links in mails, requests for them',
    why: 'To sign in, and to limit codes by address',
    keptMs: DAY_MS,
    enforce: (database, before, now) => deleteOldCodes(database, now, before),
  },
  attempts: {
    what: 'Counts of attempts by account, device and network, as HMACs',
    why: 'To limit guessing',
    keptMs: DAY_MS,
    enforce: (database, before, now) => deleteOldAttempts(database, now, before),
  },
  sessions: {
    what: 'Sessions of customers; those that are not used, a week',
    why: 'To stay signed in',
    keptMs: REMEMBERED_LIFETIME_MS,
    enforce: (database, _before, now) => deleteExpiredSessions(database, now, getIdleCutoff(now)),
  },
  'staff-sessions': {
    what: 'Sessions of staff; those that are not used, an hour',
    why: 'To stay signed in',
    keptMs: STAFF_SESSION_MS,
    enforce: (database, _before, now) => deleteExpiredOfStaff(database, now, getStaffIdleCutoff(now)),
  },
  strangers: {
    what: 'Failed sign-ins at addresses without an account, with an HMAC of the network',
    why: 'To find attacks',
    keptMs: 90 * DAY_MS,
    enforce: deleteOldStrangersEvents,
  },
  failures: {
    what: 'Failed sign-ins at an account',
    why: 'So that its owner can find others’ attempts',
    keptMs: YEAR_MS,
    enforce: deleteOldFailures,
  },
  contact: {
    what: 'Messages of the contact form',
    why: 'To answer, also a second time',
    keptMs: YEAR_MS,
    enforce: deleteOldContactMessages,
  },
  mails: {
    what: 'Recipient and subject of mails; the text goes when a mail is sent',
    why: 'To know what a customer was told',
    keptMs: YEAR_MS,
    enforce: deleteOldMails,
  },
  'last-mail': {
    what: 'The last mail to an erased customer, until it is sent',
    why: 'To say that it is done',
    keptMs: LAST_MAIL_MS,
    enforce: (database, _before, now) => deleteLastMails(database, now),
  },
  orders: {
    what: 'Who placed an order, where it went, and what was engraved',
    why: 'Tax law, and warranty',
    keptMs: 7 * YEAR_MS,
    enforce: erasePersonsOfOldOrders,
  },
  places: {
    what: 'Places in delivery slots that are kept at the checkout',
    why: 'So that nobody else takes them',
    keptMs: DAY_MS,
    enforce: (database, _before, now) => deleteExpiredHolds(database, now),
  },
  files: {
    what: 'Product files that nobody has imported',
    why: 'To look at the plan first',
    keptMs: DAY_MS,
    enforce: deleteOldFiles,
  },
  imports: {
    what: 'What an import has changed',
    why: 'To undo it',
    keptMs: 90 * DAY_MS,
    enforce: forgetOldImports,
  },
  'empty-searches': {
    what: 'Words that were searched for without a result, with how often',
    why: 'To know what shoppers miss; nobody is in it',
    keptMs: EMPTY_SEARCH_DAYS * DAY_MS,
    enforce: deleteOldEmptySearches,
  },
  'content-changes': {
    what: 'When content was changed',
    why: 'So that pages follow it',
    keptMs: DAY_MS,
    enforce: deleteOldContentChanges,
  },
} as const satisfies Readonly<Record<string, Retention>>;

/** Returns the work of all rows, by what it deletes, to be done one after another. */
export const listRetentionWork = (database: Database, now: Date): Readonly<Record<string, () => Promise<unknown>>> =>
  Object.fromEntries(
    Object.values<Retention>(RETENTION).map(({ what, keptMs, enforce }) => [
      `deleting: ${what}`,
      () => enforce(database, addMs(now, -keptMs), now),
    ]),
  );

/** "12 hours", "90 days", "7 years". */
export const describePeriod = (milliseconds: number): string => {
  const [count, unit] =
    milliseconds < DAY_MS
      ? [milliseconds / HOUR_MS, 'hour']
      : milliseconds < YEAR_MS
        ? [milliseconds / DAY_MS, 'day']
        : [milliseconds / YEAR_MS, 'year'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};
