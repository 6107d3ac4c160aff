import net from 'node:net';
import fastify from 'fastify';
import { createAfterReply } from './afterReply';

test('work runs even if the client has disconnected, and does not block closing', async () => {
  const app = fastify();
  const afterReply = createAfterReply(app);
  let isDone = false;
  const handled = new Promise<void>((resolve) => {
    app.get('/', (request, reply) => {
      request.raw.once('close', () =>
        setTimeout(() => {
          afterReply(reply, async () => void (isDone = true));
          resolve();
        }, 20),
      );
      reply.hijack();
    });
  });
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = net.connect(Number(address.port), address.hostname, () =>
    socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n', () => setTimeout(() => socket.destroy(), 50)),
  );
  await handled;
  await afterReply.settled();
  expect(isDone).toBe(true);
  await app.close();
});
