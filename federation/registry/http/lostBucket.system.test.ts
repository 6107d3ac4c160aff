import { S3Storage } from '@shop/server-kit/storage/S3Storage';
import { startS3 } from '@shop/server-kit/testing/startS3';
import fastify from 'fastify';
import { createToken } from '../access/tokens';
import { openTestRegistry } from '../testing/openTestRegistry';
import { registryRoutes } from './registryRoutes';

test('the registry says that it is unavailable while its bucket is', async () => {
  const s3 = await startS3();
  const registry = openTestRegistry(new S3Storage({ ...s3.options, timeoutMs: 200 }));
  const token = await createToken(registry, 'home-team', ['mfe-home'], new Date());
  const app = fastify();
  await app.register(async (scope) => registryRoutes(scope, { registry }));
  const promote = () =>
    app.inject({
      method: 'POST',
      url: '/promotions',
      headers: { authorization: `Bearer ${token}` },
      payload: { set: { 'mfe-home': '1.0.0' } },
    });
  expect((await promote()).statusCode).toBe(404);
  s3.failNext('silence', 'silence', 'silence');
  const answer = await promote();
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('10');
  await app.close();
  await s3.stop();
});
