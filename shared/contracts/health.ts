import * as Type from '@sinclair/typebox';
import { defineEndpoint } from './endpoint';

const Health = Type.Object({ status: Type.Boolean(), message: Type.String() });

export const getLiveness = defineEndpoint({
  method: 'GET',
  path: '/health/live',
  access: 'anyone',
  response: Health,
  failureMessage: 'The API is not running',
});

export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'anyone',
  response: Health,
  failureMessage: 'The API is not ready',
});
