/**
 * Runs in a separate process: `describeModule.cjs <node entry> <container name> <audience> <singletons>`, the last the
 * versions as JSON.
 * Loads a remote's node build as the host's server does, renders all its pages, and writes lines of JSON: each page
 * before it is rendered, and finally the module's description and the failed pages. Bundled into one file, because the
 * process may read nothing but the release: Node 22 and later refuse even to look up a package elsewhere.
 */
import path from 'node:path';
import { createInstance } from '@module-federation/enhanced/runtime';
import type { RemoteEntryExports } from '@module-federation/runtime-core/types';
import { closeProcess } from '@shop/runtime/closeProcess';
import { createModuleLoader } from '@shop/runtime/moduleLoader';
import type { Audience } from '@shop/runtime/remotes';
import { watchGlobals } from '@shop/runtime/watchGlobals';
import type { RemoteModule } from '@shop/shared/remote';
import { describeRemote } from './describeRemote.cjs';
import { renderPages } from '../trial/renderPages';
import { provideSingletons } from '../trial/singletons';

const writeText = process.stdout.write.bind(process.stdout);
const writeError = process.stderr.write.bind(process.stderr);
const exit = process.exit.bind(process);
const write = (line: unknown, onWritten?: () => void): boolean => writeText(`${JSON.stringify(line)}\n`, onWritten);

/** As in a renderer (host/server/pages/renderWorker.cjs), so that what fails there is refused here. */
const describe = async (
  entry: string,
  name: string,
  audience: Audience,
  versions: Readonly<Record<string, string>>,
) => {
  const load = createModuleLoader();
  const instance = createInstance({
    name: 'description',
    remotes: [{ name, entry, type: 'commonjs-module' }],
    shared: provideSingletons(versions),
    plugins: [
      {
        name: 'from-disk',
        // the runtime validates the interface itself
        loadEntry: async ({ remoteInfo }) => Object.values(load(remoteInfo.entry))[0] as RemoteEntryExports,
      },
    ],
  });
  closeProcess();
  const changedGlobals = watchGlobals();
  const loaded = await instance.loadRemote<{ readonly remote?: Partial<RemoteModule> }>(`${name}/remote`);
  const remote = loaded?.remote ?? {};
  const { routes = [], slices = [] } = remote;
  const { pages, failed } = await renderPages(
    { contract: 1, widgets: {}, routes, slices },
    audience,
    ({ at, visitor }) => write({ page: { at, visitor } }),
  );
  return { ...describeRemote(remote), pages, failed, changedGlobals: changedGlobals() };
};

const [entry = '', name = '', audience = 'shoppers', versions = '{}'] = process.argv.slice(2);
describe(path.resolve(entry), name, audience as Audience, JSON.parse(versions) as Record<string, string>).then(
  (description) => write(description, () => exit(0)),
  (error: unknown) => writeError(`${error instanceof Error ? error.message : String(error)}\n`, () => exit(1)),
);
