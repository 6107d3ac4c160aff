import { getLiveness, getReadiness } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { route } from '../../http/route';
import { createWriteProbe } from './createWriteProbe';

export const healthRoutes = (app: FastifyInstance, database: Database): void => {
  const canWrite = createWriteProbe(database);
  route(app, getLiveness, { auth: 'anyone', cache: 'private' })(async () => ({
    status: true,
    message: 'The process runs',
  }));
  route(app, getReadiness, { auth: 'anyone', cache: 'private' })(async () => {
    if (app.draining.started || !(await canWrite())) throw new ShopError('UNAVAILABLE');
    return { status: true, message: 'The database answers and takes writes' };
  });
};
