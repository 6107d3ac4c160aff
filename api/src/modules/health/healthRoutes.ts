import { getLiveness, getReadiness } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { route } from '../../http/route';

const ANSWER_WITHIN_MS = 1_800;

const answersInTime = (database: Database): Promise<boolean> => {
  const answered = database.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ANSWER_WITHIN_MS).unref());
  return Promise.race([answered, late]);
};

export const healthRoutes = (app: FastifyInstance, database: Database): void => {
  route(app, getLiveness, 'private')(async () => ({ status: true, message: 'The process runs' }));
  route(app, getReadiness, 'private')(async () => {
    if (app.draining.begun || !(await answersInTime(database))) throw new ShopError('UNAVAILABLE');
    return { status: true, message: 'The database answers' };
  });
};
