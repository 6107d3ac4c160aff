import { getLiveness, getReadiness } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { route } from '../../http/route';
import { createWriteProbe } from './createWriteProbe';

export const healthRoutes = (app: FastifyInstance, database: Database): void => {
  const canWrite = createWriteProbe(database);
  route(app, getLiveness, { summary: '200 while the process is running.', cache: 'private' })(async () => ({
    status: true,
    message: 'The process runs',
  }));
  route(app, getReadiness, {
    summary: '200 while the database accepts reads and writes; 503 otherwise and during shutdown.',
    cache: 'private',
  })(async () => {
    if (app.draining.started || !(await canWrite())) throw new ShopError('UNAVAILABLE');
    return { status: true, message: 'The database answers and takes writes' };
  });
};
