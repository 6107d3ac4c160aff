// Renders pages in a separate process, so that a page that hangs or leaks cannot stop the server or read its secrets.
// By path, because workspace packages are not readable in this process.
const [bundleFile, watchGlobalsFile, freezeIntrinsicsFile] = process.argv.slice(2);
const { watchGlobals } = require(watchGlobalsFile);
const { freezeIntrinsics } = require(freezeIntrinsicsFile);
const bundle = Promise.resolve(require(bundleFile));
const say = process.send.bind(process);
const describe = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

// Errors outside of a render must not end the renders of other teams' pages in this process.
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error) =>
    say({ uncaughtError: error instanceof Error ? error : new Error('A value that is not an Error was thrown') }),
  );
}
process.on('disconnect', () => process.exit()); // the server is gone

// Globals set by the host's own build are part of the baseline. After that, changes to globals that cannot be frozen
// are detected.
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
