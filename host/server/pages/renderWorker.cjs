// Renders pages in a process of its own: a page that hangs or leaks never stops the server, and finds nothing of it.
// by their paths: packages of our own are not read here
const [bundleFile, watchGlobalsFile, freezeIntrinsicsFile] = process.argv.slice(2);
const { watchGlobals } = require(watchGlobalsFile);
const { freezeIntrinsics } = require(freezeIntrinsicsFile);
const bundle = Promise.resolve(require(bundleFile));
const say = process.send.bind(process);
const describe = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

// What one team's page leaves behind it does not end the pages of the others, which are rendered in this process, too.
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) =>
    say({ uncaughtError: error instanceof Error ? error : new Error('Something that is no error was thrown') }),
  );
}
process.on('disconnect', () => process.exit()); // the server is gone

// What the host's own build brings belongs to it. Of what comes afterwards, what cannot be frozen is compared.
const changes = bundle.then(() => {
  freezeIntrinsics();
  return watchGlobals();
});

process.on('message', async ({ id, request }) => {
  if (request === 'ping') return say({ id, result: 'pong' });
  try {
    const { renderPage } = await bundle;
    if (request === 'load') return say({ id, result: typeof renderPage === 'function' });
    const listChanges = await changes;
    const outcome = await renderPage(request).then(
      (result) => ({ id, result }),
      (error) => ({ id, error: describe(error) }),
    );
    const changedGlobals = listChanges();
    say(changedGlobals.length > 0 ? { id, changedGlobals } : outcome);
  } catch (error) {
    say({ id, error: describe(error) });
  }
});
