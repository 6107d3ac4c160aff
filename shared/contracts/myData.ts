import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint, Nullable } from './endpoint';
import { ExistingPassword } from './fields';

/** For programs, or for people: a page that is one file. */
export const DataFormat = Type.Union([Type.Literal('json'), Type.Literal('html')]);
export type DataFormat = Static<typeof DataFormat>;

/** Days between the wish and the erasure. */
export const ERASURE_DAYS = 7;

/** Whether an account is about to be erased. */
export const ErasureState = Type.Object({
  /** ISO 8601 instant; null if the account is kept. */
  due_at: Nullable(Type.String()),
  /** A sentence: what stands in the way now; null if nothing does. */
  obstacle: Nullable(Type.String()),
});
export type ErasureState = Static<typeof ErasureState>;

const ErasureResponse = Type.Object({ status: Type.Literal(true), message: Type.String(), data: ErasureState });

/** Everything that the shop stores about the customer, as a file. */
export const exportMyData = defineEndpoint({
  method: 'POST',
  path: '/me/export',
  access: 'customer',
  body: Closed({ format: DataFormat, current_password: ExistingPassword }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    name: Type.String(),
    content: Type.String(),
  }),
  failureMessage: 'Failed to collect your data',
});

export const getMyErasure = defineEndpoint({
  method: 'GET',
  path: '/me/erasure',
  access: 'customer',
  response: ErasureResponse,
  failureMessage: 'Failed to fetch whether your account is kept',
});

/** Erases the account in a week. */
export const startMyErasure = defineEndpoint({
  method: 'POST',
  path: '/me/erasure',
  access: 'customer',
  body: Closed({ current_password: ExistingPassword }),
  response: ErasureResponse,
  failureMessage: 'Failed to delete your account',
});

/** Keeps the account after all. */
export const stopMyErasure = defineEndpoint({
  method: 'DELETE',
  path: '/me/erasure',
  access: 'customer',
  response: ErasureResponse,
  failureMessage: 'Failed to keep your account',
});
