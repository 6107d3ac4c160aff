import fastify, { type FastifyInstance } from 'fastify';
import { listen, PortTakenError } from './listen';
import { StartError } from './StartError';
import { freePort } from '../testing/startServer';

let apps: [FastifyInstance, FastifyInstance];
beforeEach(() => {
  apps = [fastify(), fastify()];
});
afterEach(() => Promise.all(apps.map((app) => app.close())));

test('a port that another server holds is named, with the setting that chooses another', async () => {
  const [holder, late] = apps;
  const port = await freePort();
  await listen(holder, { port, host: '127.0.0.1' }, 'PORT');
  const refusal = listen(late, { port, host: '127.0.0.1' }, 'PORT');
  await expect(refusal).rejects.toThrow(
    new PortTakenError(`Port ${port} is taken. Stop the process that listens there, or choose another port with PORT.`),
  );
  await expect(refusal).rejects.toBeInstanceOf(StartError);
});

test('any other failure stays as it is', async () => {
  const [app] = apps;
  await expect(listen(app, { port: 0, host: '203.0.113.1' }, 'PORT')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
