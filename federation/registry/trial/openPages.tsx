import * as federationRuntime from '@module-federation/runtime-core';
import { isRemoteModule, REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { createRoot } from 'react-dom/client';
import { watchGlobals } from '@shop/runtime/watchGlobals';
import '@shop/shared/design-system/base.css';
import '@shop/shared/design-system/tokens.css';
import { interceptFetch } from './createTrialShop';
import { describeFailure, findPages, type FailedPage, type TrialPage } from './findPages';
import { openPage, pause } from './openPage';
import type { Shell } from './TrialShell';
import { provideSingletons } from './singletons';
import { watchPageAround } from './watchPageAround';
import type { OpenedPages, BrowserTrial } from './OpenedPages';

/** Prepares the page as the shop does before it loads remotes. */
const preparePage = async (): Promise<void> => {
  interceptFetch();
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: federationRuntime });
  // React modifies the document on its first render.
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(null);
  await pause(0);
};

const loadRemote = async ({ entry, container, versions }: BrowserTrial): Promise<RemoteModule> => {
  const { ModuleFederation } = federationRuntime;
  const instance = new ModuleFederation({
    name: 'trial',
    remotes: [{ name: container, entry: new URL(entry, document.baseURI).href, type: 'global' }],
    shared: provideSingletons(versions),
    plugins: [],
  });
  const loaded = await instance.loadRemote<unknown>(`${container}/remote`);
  const remote = typeof loaded === 'object' && loaded !== null && 'remote' in loaded ? loaded.remote : undefined;
  if (isRemoteModule(remote)) return remote;
  const spoken =
    typeof remote === 'object' && remote !== null && 'contract' in remote ? String(remote.contract) : 'none';
  throw new Error(`it is not a remote of contract version ${REMOTE_CONTRACT_VERSION} (its version: ${spoken})`);
};

/** Whether a global belongs to the release itself: its container and chunks. */
const isOwnName = (name: string, container: string): boolean =>
  name === container ||
  name === `_${container}` ||
  name.startsWith(`${container}.`) ||
  name.startsWith(`_${container}.`);

/** Opens all pages of a remote, one after the other. `onPage` is called before each page, which may never finish. */
const openPages = async (
  shell: Shell,
  trial: BrowserTrial,
  onPage: (page: TrialPage) => void,
): Promise<OpenedPages> => {
  Reflect.deleteProperty(globalThis, 'openPages'); // nothing tells a release that it is on trial
  await preparePage();
  const around = watchPageAround();
  const changedGlobals = watchGlobals();
  const remote = await loadRemote(trial);
  const pages = findPages(remote.routes, trial.audience);
  const failed: FailedPage[] = [];
  const opened = new Set<string>();
  for (const page of pages) {
    onPage(page);
    const isFirst = !opened.has(page.route);
    opened.add(page.route);
    const failures = await openPage(remote, page, { shell, around, isFirst }).catch((error: unknown) => [error]);
    if (failures.length > 0)
      failed.push({ route: page.route, visitor: page.visitor, message: describeFailure(failures[0]) });
  }
  return {
    pages: pages.length,
    failed,
    changedGlobals: changedGlobals().filter((name) => !isOwnName(name, trial.container)),
  };
};

/** Lets the browser's driver start a trial in this shell (commands/openInChromium.ts). */
export const provideOpenPages = (shell: Shell): void => {
  Object.assign(globalThis, {
    openPages: (trial: BrowserTrial, onPage: (page: TrialPage) => void) => openPages(shell, trial, onPage),
  });
};
