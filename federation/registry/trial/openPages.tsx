import * as federationRuntime from '@module-federation/runtime-core';
import { isRemoteModule, REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import * as state from '@shop/shared/state';
import * as toolkit from '@reduxjs/toolkit';
import * as React from 'react';
import * as ReactDOM from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as ReactRedux from 'react-redux';
import * as router from 'react-router-dom';
import { watchGlobals } from '@shop/runtime/watchGlobals';
import { interceptFetch, createTrialShop } from './createTrialShop';
import { describeFailure, findPages, isExpectedResponse, type FailedPage, type TrialPage } from './findPages';
import type { OpenedPages, BrowserTrial } from './OpenedPages';

const { createMemoryRouter, Outlet, RouterProvider, useRouteError } = router;
/** Maximum time to wait for a page to settle. */
const MAX_WAIT_MS = 3_000;
const PAUSE_MS = 15;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Singletons that the host provides (federation/runtime/sharedDependencies). */
const singletons: Readonly<Record<string, unknown>> = {
  react: React,
  'react-dom': ReactDOM,
  'react-router-dom': router,
  'react-redux': ReactRedux,
  '@reduxjs/toolkit': toolkit,
  '@shop/shared/state': state,
};

/** Prepares the page as the shop does before it loads remotes. */
const preparePage = async (): Promise<void> => {
  interceptFetch();
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: federationRuntime });
  // React modifies the document on its first render.
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(null);
  await pause(PAUSE_MS);
};

const loadRemote = async ({ entry, container, versions }: BrowserTrial): Promise<RemoteModule> => {
  const { ModuleFederation } = federationRuntime;
  const instance = new ModuleFederation({
    name: 'trial',
    remotes: [{ name: container, entry: new URL(entry, document.baseURI).href, type: 'global' }],
    shared: Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [
        name,
        {
          version,
          lib: () => singletons[name],
          strategy: 'loaded-first',
          shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: true },
        },
      ]),
    ),
    plugins: [],
  });
  const loaded = await instance.loadRemote<unknown>(`${container}/remote`);
  const remote = typeof loaded === 'object' && loaded !== null && 'remote' in loaded ? loaded.remote : undefined;
  if (isRemoteModule(remote)) return remote;
  const spoken =
    typeof remote === 'object' && remote !== null && 'contract' in remote ? String(remote.contract) : 'none';
  throw new Error(`it is not a remote of contract version ${REMOTE_CONTRACT_VERSION} (its version: ${spoken})`);
};

/** Opens one page as for a shopper. Returns the errors. */
const openPage = async (remote: RemoteModule, { at, visitor }: TrialPage): Promise<unknown[]> => {
  const failures: unknown[] = [];
  const recordFailure = (error: unknown): void => {
    if (!isExpectedResponse(error)) failures.push(error);
  };
  const onError = ({ error, message }: ErrorEvent): void => recordFailure(error ?? message);
  const onRejection = ({ reason }: PromiseRejectionEvent): void => recordFailure(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);

  function Failure() {
    recordFailure(useRouteError());
    return null;
  }
  const { store, routerContext, pending } = await createTrialShop(remote, visitor);
  const memory = createMemoryRouter(
    [
      {
        id: 'trial',
        Component: Outlet,
        ErrorBoundary: Failure,
        HydrateFallback: () => null,
        children: [...remote.routes, { path: '*', Component: () => null }],
      },
    ],
    {
      initialEntries: [at],
      getContext: routerContext,
    },
  );
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element, {
    onUncaughtError: recordFailure,
    onCaughtError: () => undefined,
    onRecoverableError: () => undefined,
  });
  root.render(
    <ReactRedux.Provider store={store}>
      <RouterProvider router={memory} />
    </ReactRedux.Provider>,
  );
  const began = performance.now();
  const isIdle = (): boolean => memory.state.initialized && memory.state.navigation.state === 'idle' && pending() === 0;
  // Twice, because rendered components may load more.
  for (let quiet = 0; quiet < 2 && performance.now() - began < MAX_WAIT_MS;) {
    await pause(PAUSE_MS);
    quiet = isIdle() ? quiet + 1 : 0;
  }
  root.unmount();
  await pause(0);
  memory.dispose();
  element.remove();
  window.removeEventListener('error', onError);
  window.removeEventListener('unhandledrejection', onRejection);
  return failures;
};

/** Whether a global belongs to the release itself: its container and chunks. */
const isOwnName = (name: string, container: string): boolean =>
  name === container ||
  name === `_${container}` ||
  name.startsWith(`${container}.`) ||
  name.startsWith(`_${container}.`);

/** Opens all pages of a remote, one after the other. `onPage` is called before each page, which may never finish. */
const openPages = async (trial: BrowserTrial, onPage: (page: TrialPage) => void): Promise<OpenedPages> => {
  await preparePage();
  const changedGlobals = watchGlobals();
  const remote = await loadRemote(trial);
  const pages = findPages(remote.routes);
  const failed: FailedPage[] = [];
  for (const page of pages) {
    onPage(page);
    const failures = await openPage(remote, page).catch((error: unknown) => [error]);
    if (failures.length > 0)
      failed.push({ route: page.route, visitor: page.visitor, message: describeFailure(failures[0]) });
  }
  return {
    pages: pages.length,
    failed,
    changedGlobals: changedGlobals().filter((name) => !isOwnName(name, trial.container)),
  };
};

Object.assign(globalThis, { openPages });
