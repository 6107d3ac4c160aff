import * as Type from '@sinclair/typebox';
import { defineEndpoint } from './endpoint';

const Health = Type.Object({ status: Type.Boolean(), message: Type.String() });

export const getLiveness = defineEndpoint({
  method: 'GET',
  path: '/health/live',
  response: Health,
  failureMessage: 'The API is not running',
  summary: 'The process runs.',
});

export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/health/ready',
  response: Health,
  failureMessage: 'The API is not ready',
  summary: 'The database answers and takes writes; 503 while it does not, and when the process is about to end.',
});
