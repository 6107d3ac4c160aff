import {
  addCustomerNote,
  endCustomerSession as endSessionEndpoint,
  endCustomerSessions as endSessionsEndpoint,
  exportStaffCustomer,
  getStaffCustomer,
  listStaffCustomers,
  startStaffErasure,
  stopStaffErasure,
  unlockStaffCustomer,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { refuseField } from '../../http/readChoice';
import { route } from '../../http/route';
import type { StaffSession } from '../../http/StaffSession';
import { findStorefrontOfProduct } from '../catalog/findStorefrontOfProduct';
import { readOrderNumber } from '../orders/readOrderNumber';
import { requireConfirmed } from '../staff/staffSessions';
import { endCustomerSession, endCustomerSessions, noteCustomer, unlockCustomer, type ByActor } from './changeCustomer';
import { collectPersonalData } from './collectPersonalData';
import { findCustomerPage, type CustomerCursor, type CustomerSearch } from './customersRepository';
import { startErasure, stopErasure } from './erasures';
import { findLastProduct } from './erasuresRepository';
import { readStaffCustomer } from './readStaffCustomer';
import { writePersonalData } from './writePersonalData';

const CURSOR = /^(\d{1,17})-([\w-]{1,64})$/;
const MIN_SEARCH = 2;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** @throws {ShopError} INVALID_REQUEST if it is too short to find anything. */
const readSearch = (typed: string | undefined): CustomerSearch | null => {
  const text = typed?.trim() ?? '';
  if (text === '') return null;
  if (text.length < MIN_SEARCH) return refuseField('q', 'Enter two letters or more.');
  return { text, words: text.match(WORD) ?? [], number: readOrderNumber(text) };
};

/** @throws {ShopError} INVALID_REQUEST. */
const readCursor = (text: string | undefined): CustomerCursor | null => {
  if (text === undefined || text === '') return null;
  const [, createdAt, id] = CURSOR.exec(text) ?? [];
  return createdAt !== undefined && id !== undefined
    ? { createdAt, id }
    : refuseField('cursor', 'This page does not exist.');
};

/** The desk of customers. */
export const customerDeskRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock } = context;

  const answer = async (id: string, message: string) => ({
    status: true as const,
    message,
    data: await readStaffCustomer(context, id),
  });
  /** Changes a customer in a transaction. */
  const change = (
    { actor }: StaffSession,
    work: (connection: Queryable, by: ByActor) => Promise<unknown>,
  ): Promise<unknown> => database.transaction((connection) => work(connection, { actor, now: clock.now() }));

  route(app, listStaffCustomers, {
    summary: 'Lists customers, newest first, or by email address, name, id or order number; fifty at a time.',
    cache: 'private',
  })(async ({ query: { q, cursor } }) => {
    const { items, next } = await findCustomerPage(database, readSearch(q), readCursor(cursor));
    return {
      status: true,
      message: 'Customers',
      data: { items, next: next && `${next.createdAt}-${next.id}` },
    };
  });

  route(app, getStaffCustomer, {
    summary: 'Returns a customer with orders, addresses, sessions, locks and notes.',
    cache: 'private',
  })(({ params }) => answer(params.id, 'Customer'));

  route(app, addCustomerNote, { summary: 'Adds a note for colleagues about a customer.', cache: 'private' })(
    async ({ params: { id }, body: { text } }, { staff }) => {
      await change(staff, (connection, by) => noteCustomer(connection, id, { ...by, text }));
      return answer(id, 'Saved.');
    },
  );

  route(app, unlockStaffCustomer, {
    summary: 'Lets a customer try passwords and codes again.',
    cache: 'private',
  })(async ({ params: { id } }, { staff }) => {
    await change(staff, (connection, by) => unlockCustomer(context, connection, id, by));
    return answer(id, 'Unlocked.');
  });

  route(app, endSessionEndpoint, { summary: 'Ends a session of a customer.', cache: 'private' })(
    async ({ params: { id, session } }, { staff }) => {
      await change(staff, (connection, by) => endCustomerSession(connection, id, { ...by, sessionId: session }));
      return answer(id, 'The session has ended.');
    },
  );

  route(app, endSessionsEndpoint, {
    summary: 'Ends all sessions of a customer, and forgets known devices.',
    cache: 'private',
  })(async ({ params: { id } }, { staff }) => {
    await change(staff, (connection, by) => endCustomerSessions(connection, id, by));
    return answer(id, 'All sessions have ended.');
  });

  route(app, exportStaffCustomer, {
    summary: 'Returns everything about a customer as a file. It needs a confirmation, and is in the audit.',
    cache: 'private',
  })(async ({ params: { id }, body: { format } }, { staff }) => {
    requireConfirmed(context, staff);
    const data = await collectPersonalData(database, id, { actor: staff.actor, now: clock.now() });
    return { status: true, message: 'The data of the customer', ...writePersonalData(data, format) };
  });

  route(app, startStaffErasure, {
    summary: 'Erases a customer in a week, until when it can be stopped. It needs a confirmation.',
    cache: 'private',
  })(async ({ params: { id } }, { staff }) => {
    requireConfirmed(context, staff);
    await change(staff, async (connection, by) => {
      const storefront = await findStorefrontOfProduct(connection, await findLastProduct(connection, id));
      await startErasure(context, connection, id, { ...by, storefront });
    });
    return answer(id, 'The customer is erased in a week.');
  });

  route(app, stopStaffErasure, { summary: 'Keeps a customer who was to be erased.', cache: 'private' })(
    async ({ params: { id } }, { staff }) => {
      await change(staff, (connection, by) => stopErasure(context, connection, id, by));
      return answer(id, 'The customer is kept.');
    },
  );
};
