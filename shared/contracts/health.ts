import * as Type from '@sinclair/typebox';
import { defineEndpoint } from './endpoint';

const Health = Type.Object({ status: Type.Boolean(), message: Type.String() });

export const getLiveness = defineEndpoint({
  method: 'GET',
  path: '/health/live',
  response: Health,
  failureMessage: 'The API is not running',
});

export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/health/ready',
  response: Health,
  failureMessage: 'The API is not ready',
});
