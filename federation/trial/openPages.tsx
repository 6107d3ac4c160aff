import * as federationRuntime from '@module-federation/runtime-core';
import { isRemoteModule, type RemoteModule } from '@shop/shared/remote';
import * as state from '@shop/shared/state';
import * as toolkit from '@reduxjs/toolkit';
import * as React from 'react';
import * as ReactDOM from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as ReactRedux from 'react-redux';
import * as router from 'react-router-dom';
import { watchGlobals } from '../server/watchGlobals.cjs';
import { answerFetch, createTrialShop } from './createTrialShop';
import { describeFailure, findPages, isAnswer, type FailedPage, type TriedPage } from './findPages';
import type { OpenedPages, TrialPage } from './OpenedPages';

const { createMemoryRouter, Outlet, RouterProvider, useRouteError } = router;
/** A page that waits longer for something is looked at as it is. */
const LONGEST_WAIT_MS = 3_000;
const PAUSE_MS = 15;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What the host gives to remotes (federation/sharedDependencies). */
const singletons: Readonly<Record<string, unknown>> = {
  react: React,
  'react-dom': ReactDOM,
  'react-router-dom': router,
  'react-redux': ReactRedux,
  '@reduxjs/toolkit': toolkit,
  '@shop/shared/state': state,
};

/** What the shop itself does to a page before any remote is there. */
const preparePage = async (): Promise<void> => {
  answerFetch();
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: federationRuntime });
  // React marks the document when it first renders.
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(null);
  await pause(PAUSE_MS);
};

const loadRemote = async ({ entry, container, versions }: TrialPage): Promise<RemoteModule> => {
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
  if (!isRemoteModule(remote)) throw new Error('its web build is not a remote');
  return remote;
};

/** Opens one page as a browser does when a shopper comes to it; answers what failed. */
const openPage = async (remote: RemoteModule, { at, visitor }: TriedPage): Promise<unknown[]> => {
  const failures: unknown[] = [];
  const note = (error: unknown): void => {
    if (!isAnswer(error)) failures.push(error);
  };
  const onError = ({ error, message }: ErrorEvent): void => note(error ?? message);
  const onRejection = ({ reason }: PromiseRejectionEvent): void => note(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);

  function Failure() {
    note(useRouteError());
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
    onUncaughtError: note,
    onCaughtError: () => undefined,
    onRecoverableError: () => undefined,
  });
  root.render(
    <ReactRedux.Provider store={store}>
      <RouterProvider router={memory} />
    </ReactRedux.Provider>,
  );
  const began = performance.now();
  const isAtRest = (): boolean =>
    memory.state.initialized && memory.state.navigation.state === 'idle' && pending() === 0;
  // Twice: what is shown may ask for more.
  for (let quiet = 0; quiet < 2 && performance.now() - began < LONGEST_WAIT_MS;) {
    await pause(PAUSE_MS);
    quiet = isAtRest() ? quiet + 1 : 0;
  }
  root.unmount();
  await pause(0);
  memory.dispose();
  element.remove();
  window.removeEventListener('error', onError);
  window.removeEventListener('unhandledrejection', onRejection);
  return failures;
};

/** A release is found in the page by its own name, and its chunks are. */
const isOwnName = (name: string, container: string): boolean =>
  name === container ||
  name === `_${container}` ||
  name.startsWith(`${container}.`) ||
  name.startsWith(`_${container}.`);

/** Opens every page of a remote, one after another. `onPage` is told of each before it is begun: one may never end. */
const openPages = async (trial: TrialPage, onPage: (page: TriedPage) => void): Promise<OpenedPages> => {
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
