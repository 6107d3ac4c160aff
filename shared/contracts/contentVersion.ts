import * as Type from '@sinclair/typebox';
import { defineEndpoint } from './endpoint';

/** Hosts ask it every second: another version ends what they have cached. */
export const getContentVersion = defineEndpoint({
  method: 'GET',
  path: '/content-version',
  access: 'anyone',
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    /** Changes with every change of products, categories, brands and posts; says nothing else. */
    data: Type.Object({ version: Type.String() }),
  }),
  failureMessage: 'Failed to fetch the version',
});
