import { sendContactMessage } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route';
import type { AuthWorld } from '../auth/AuthWorld';
import { toNetwork } from '@shop/observability/toNetwork';
import { receiveContactMessage } from './receiveContactMessage';

export const contactRoutes = (app: FastifyInstance, world: AuthWorld): void => {
  route(
    app,
    sendContactMessage,
    'private',
  )(async ({ body }, { request }) => {
    await receiveContactMessage(world, toNetwork(request.ip), body);
    return { status: true, message: 'Thank you. Your message has arrived; a person answers, usually the same day.' };
  });
};
