// Renders pages in a thread of its own: a page that hangs or leaks never stops the server.
const { parentPort, workerData } = require('node:worker_threads');
const { watchGlobals } = require('@shop/federation/server/watchGlobals');

const bundle = Promise.resolve(require(workerData.bundle));

// What one team's page leaves behind it does not end the pages of the others, which are rendered in this thread, too.
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) => parentPort.postMessage({ stray: error instanceof Error ? error : new Error('Something that is no error was thrown') }));
}

// What the host's own build brings belongs to it.
const changes = bundle.then(() => watchGlobals());

parentPort.on('message', async ({ id, request }) => {
  if (request === 'ping') return parentPort.postMessage({ id, result: 'pong' });
  try {
    const { renderPage } = await bundle;
    if (request === 'load') return parentPort.postMessage({ id, result: typeof renderPage === 'function' });
    const listChanges = await changes;
    const outcome = await renderPage(request).then(
      (result) => ({ id, result }),
      (error) => ({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    const changedGlobals = listChanges();
    parentPort.postMessage(changedGlobals.length > 0 ? { id, changedGlobals } : outcome);
  } catch (error) {
    parentPort.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
