/**
 * Runs in a separate process: `describeModule.cjs <node entry> <container name> <singletons as JSON> <renderPages>`.
 * Loads a remote's node build as the host's server does, renders all its pages, and writes lines of JSON: each page
 * before it is rendered, and finally the module's description and the failed pages. Plain JavaScript, because starting
 * a compiler would take longer than all of this.
 */
const path = require('node:path');
const { createInstance } = require('@module-federation/enhanced/runtime');
// By their paths: this process may not read what a package's name is resolved with.
const { closeProcess } = require('../../runtime/server/closeProcess.cjs');
const { createModuleLoader } = require('../../runtime/server/moduleLoader.cjs');
const { watchGlobals } = require('../../runtime/server/watchGlobals.cjs');
const { describeRemote } = require('./describeRemote.cjs');

const writeText = process.stdout.write.bind(process.stdout);
const writeError = process.stderr.write.bind(process.stderr);
const exit = process.exit.bind(process);
const write = (line, onWritten) => writeText(`${JSON.stringify(line)}\n`, onWritten);

/** As in a renderer (host/server/pages/renderWorker.cjs), so that what fails there is refused here. */
const describe = async (entry, name, singletons, renderPagesFile) => {
  const load = createModuleLoader();
  const instance = createInstance({
    name: 'description',
    remotes: [{ name, entry, type: 'commonjs-module' }],
    shared: Object.fromEntries(
      Object.entries(singletons).map(([singleton, { version, from }]) => [
        singleton,
        {
          version,
          lib: () => require(from),
          strategy: 'loaded-first',
          shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: true },
        },
      ]),
    ),
    // the runtime validates the interface itself
    plugins: [{ name: 'from-disk', loadEntry: async ({ remoteInfo }) => Object.values(load(remoteInfo.entry))[0] }],
  });
  for (const { from } of Object.values(singletons)) require(from); // not the release's globals
  const { renderPages } = require(renderPagesFile);
  closeProcess();
  const changedGlobals = watchGlobals();
  const remote = (await instance.loadRemote(`${name}/remote`))?.remote ?? {};
  const { routes = [], slices = [] } = remote;
  const { pages, failed } = await renderPages({ routes, slices }, ({ at, visitor }) =>
    write({ page: { at, visitor } }),
  );
  return { ...describeRemote(remote), pages, failed, changedGlobals: changedGlobals() };
};

const [entry = '', name = '', singletons = '{}', renderPages = ''] = process.argv.slice(2);
describe(path.resolve(entry), name, JSON.parse(singletons), renderPages).then(
  (description) => write(description, () => exit(0)),
  (error) => writeError(`${error instanceof Error ? error.message : String(error)}\n`, () => exit(1)),
);
