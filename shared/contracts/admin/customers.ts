import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { SignInWays } from '../account';
import { Address } from '../addresses';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { typedText, RequiredText } from '../fields';
import { DataFormat, ErasureState } from '../myData';
import { AuditRow } from './audit';
import { StaffOrderRow } from './orders';

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: /^[\w-]+$/.source });
const params = Type.Object({ id: Id });
const Filter = Type.Optional(Type.String({ maxLength: 128 }));

export const StaffCustomerRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** ISO 8601 instants. */
  created_at: Type.String(),
  /** Without canceled ones. */
  orders: Type.Integer(),
  /** In dollars: what was paid, less what went back. */
  spent: Type.Number(),
  last_order_at: Nullable(Type.String()),
  /** When the account is erased; null if it is kept. */
  erased_at: Nullable(Type.String()),
});
export type StaffCustomerRow = Static<typeof StaffCustomerRow>;

/** Customers, newest first, fifty at a time. Guests have no account, and are not among them. */
export const listStaffCustomers = defineEndpoint({
  method: 'GET',
  path: '/admin/customers',
  access: { staff: 'customers.read' },
  query: Type.Object({
    /** The beginning of an email address or of words of a name; or a whole id, or the number of an order. */
    q: Type.Optional(Type.String({ ...typedText, maxLength: 128 })),
    cursor: Filter,
  }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ items: Type.Array(StaffCustomerRow), next: Nullable(Type.String()) }),
  }),
  failureMessage: 'Failed to fetch the customers',
});

const CustomerSession = Type.Object({
  id: Type.String(),
  device: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
});

export const StaffCustomer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** '' if not given. */
  phone: Type.String(),
  created_at: Type.String(),
  ways: SignInWays,
  /** In dollars: what was paid, less what went back; and a share of it for each order that was paid. */
  spent: Type.Number(),
  average: Nullable(Type.Number()),
  /** All of them, also canceled ones. */
  order_count: Type.Integer(),
  /** The newest twenty. */
  orders: Type.Array(StaffOrderRow),
  addresses: Type.Array(Address),
  reviews: Type.Integer(),
  sessions: Type.Array(CustomerSession),
  /** On devices that are not known. */
  locks: Type.Object({
    /** Until when no password is tried; null if they are. */
    passwords_until: Nullable(Type.String()),
    /** No codes are tried today. */
    codes: Type.Boolean(),
  }),
  erasure: ErasureState,
  /** Who asked for the erasure; null if nobody did. */
  erasure_by: Nullable(Type.String()),
  /** What staff have written and done, newest first. */
  timeline: Type.Array(AuditRow),
});
export type StaffCustomer = Static<typeof StaffCustomer>;

const StaffCustomerAnswer = Type.Object({ status: Type.Literal(true), message: Type.String(), data: StaffCustomer });

export const getStaffCustomer = defineEndpoint({
  method: 'GET',
  path: '/admin/customers/:id',
  access: { staff: 'customers.read' },
  params,
  response: StaffCustomerAnswer,
  failureMessage: 'Failed to fetch the customer',
});

export const addCustomerNote = defineEndpoint({
  method: 'POST',
  path: '/admin/customers/:id/notes',
  access: { staff: 'customers.write' },
  params,
  body: Closed({ text: RequiredText(500) }),
  response: StaffCustomerAnswer,
  failureMessage: 'The note could not be saved.',
});

/** Lets the customer try passwords and codes again. */
export const unlockStaffCustomer = defineEndpoint({
  method: 'POST',
  path: '/admin/customers/:id/unlock',
  access: { staff: 'customers.write' },
  params,
  response: StaffCustomerAnswer,
  failureMessage: 'The customer could not be unlocked.',
});

export const endCustomerSession = defineEndpoint({
  method: 'DELETE',
  path: '/admin/customers/:id/sessions/:session',
  access: { staff: 'customers.write' },
  params: Type.Object({ id: Id, session: Type.String({ minLength: 1, maxLength: 64 }) }),
  response: StaffCustomerAnswer,
  failureMessage: 'The session could not be ended.',
});

export const endCustomerSessions = defineEndpoint({
  method: 'DELETE',
  path: '/admin/customers/:id/sessions',
  access: { staff: 'customers.write' },
  params,
  response: StaffCustomerAnswer,
  failureMessage: 'The sessions could not be ended.',
});

/** Everything that the shop stores about the person, as a file. */
export const exportStaffCustomer = defineEndpoint({
  method: 'POST',
  path: '/admin/customers/:id/export',
  access: { staff: 'customers.write' },
  params,
  body: Closed({ format: DataFormat }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    name: Type.String(),
    content: Type.String(),
  }),
  failureMessage: 'The data could not be exported.',
});

/** Erases the person in a week. */
export const startStaffErasure = defineEndpoint({
  method: 'POST',
  path: '/admin/customers/:id/erasure',
  access: { staff: 'customers.write' },
  params,
  response: StaffCustomerAnswer,
  failureMessage: 'The erasure could not be started.',
});

/** Keeps the person after all. */
export const stopStaffErasure = defineEndpoint({
  method: 'DELETE',
  path: '/admin/customers/:id/erasure',
  access: { staff: 'customers.write' },
  params,
  response: StaffCustomerAnswer,
  failureMessage: 'The erasure could not be stopped.',
});
