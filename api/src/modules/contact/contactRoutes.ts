import { sendContactMessage } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route';
import type { AppContext } from '../../AppContext';
import { receiveContactMessage } from './receiveContactMessage';

export const contactRoutes = (app: FastifyInstance, context: AppContext): void => {
  route(app, sendContactMessage, {
    summary: 'Stores a message and mails it to support. An identical one within ten minutes counts as the same.',
    cache: 'private',
  })(async ({ body }, { request }) => {
    await receiveContactMessage(context, request.ip, body);
    return { status: true, message: 'Thank you. Your message has arrived; a person answers, usually the same day.' };
  });
};
