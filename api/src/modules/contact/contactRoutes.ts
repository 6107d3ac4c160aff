import { sendContactMessage } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route';
import type { AuthWorld } from '../auth/AuthWorld';
import { networkOf } from '@shop/observability/networkOf';
import { receiveContactMessage } from './receiveContactMessage';

export const contactRoutes = (app: FastifyInstance, world: AuthWorld): void => {
  route(
    app,
    sendContactMessage,
    'private',
  )(async ({ body }, { request }) => {
    await receiveContactMessage(world, networkOf(request.ip), body);
    return { status: true, message: 'Thank you. Your message has arrived; a person answers, usually the same day.' };
  });
};
