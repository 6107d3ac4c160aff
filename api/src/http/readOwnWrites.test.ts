import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import type { Queryable } from '../database/Database';
import { requestPosition } from '../database/replicas/requestPosition';
import { readOwnWrites } from './readOwnWrites';

/** An app with a route that writes and one that says from which position on it must read. */
const buildApp = async (query: () => Promise<unknown>) => {
  const app = fastify();
  await app.register(fastifyCookie, { secret: 'a secret that only tests know, 32+' });
  readOwnWrites(app, { query, isPrimary: true } as unknown as Queryable, false);
  app.post('/write', async () => ({ done: true }));
  app.post('/refuse', async (_request, reply) => reply.code(422).send({}));
  app.get('/read', async () => ({ from: String(requestPosition()) }));
  return app;
};

test('what a browser wrote is where it reads from', async () => {
  const app = await buildApp(async () => ({ rows: [{ position: '1/A' }] }));
  const written = (await app.inject({ method: 'POST', url: '/write' })).cookies.find(({ name }) => name === 'written');
  expect(written).toMatchObject({ maxAge: 10, httpOnly: true, sameSite: 'Lax' });
  const read = (value: string) => app.inject({ url: '/read', cookies: { written: value } });
  expect((await read(written?.value ?? '')).json()).toEqual({ from: String(2 ** 32 + 10) });
  expect((await read('F/FFFF')).json()).toEqual({ from: 'undefined' });
  expect((await app.inject('/read')).json()).toEqual({ from: 'undefined' });
});

test('reading and refused changes set no cookie', async () => {
  const app = await buildApp(async () => ({ rows: [{ position: '1/A' }] }));
  expect((await app.inject('/read')).cookies).toEqual([]);
  expect((await app.inject({ method: 'POST', url: '/refuse' })).cookies).toEqual([]);
});

test('a change is answered although the database was lost right after it', async () => {
  const app = await buildApp(() => Promise.reject(new Error('Connection terminated')));
  const answer = await app.inject({ method: 'POST', url: '/write' });
  expect(answer.json()).toEqual({ done: true });
  expect(answer.cookies).toEqual([]);
});
