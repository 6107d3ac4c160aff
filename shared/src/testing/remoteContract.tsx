import { createShopStore, loginUser, SliceConflictError, type ShopStore } from '@shop/shared/state';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { isValidElement, type ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { isRemoteModule, type RemoteModule, type RouteHandle, type WidgetProps } from '../remote/RemoteModule';
import type { ContractAnswer } from '@shop/contracts/answers/respondTo';
import { aUser } from '@shop/contracts/answers/builders';
import { createContractServices, type TestServices } from './createTestServices';
import { renderRemote } from './renderRemote';

/** A URL that is opened directly, as from a bookmark. */
export interface RouteVisit {
  readonly at: string | { readonly pathname: string; readonly state: unknown };
  readonly signedIn?: boolean;
  /** Describes `given` for the test title: "with a full cart". */
  readonly when?: string;
  /** Prepares the store. */
  readonly given?: (store: ShopStore) => void;
  /** Redirect target; otherwise the page stays at its URL. */
  readonly leadsTo?: string;
  readonly responses?: readonly ContractAnswer[];
}

export interface RemoteContractOptions {
  /** Imports the remote again, to detect side effects. */
  readonly load: () => Promise<{ readonly remote: unknown }>;
  /** The remote's mounts, as in its remote.json. */
  readonly mounts: readonly (string | { readonly path: string })[];
  /** Prefixes of the remote's route ids, which no other remote uses. */
  readonly routeIds: readonly string[];
  /** The remote's state keys, which no other remote uses. */
  readonly slices: readonly string[];
  /** At least one visit for every route. */
  readonly routes: readonly RouteVisit[];
  /** Props of each widget as others render it: of a dialog closed, then open; of one that fills a slot the slot's. */
  readonly widgets?: {
    readonly [K in keyof WidgetProps]?:
      WidgetProps[K] | readonly [closed: Omit<WidgetProps[K], 'onClose'>, open: Omit<WidgetProps[K], 'onClose'>];
  };
}

/** The first visit includes compilation. */
const SCREEN_TIMEOUT_MS = 5_000;
const TEST_TIMEOUT_MS = 20_000;

interface DeclaredRoute {
  readonly route: RouteObject;
  /** Full path pattern: "/orders/:number". */
  readonly path: string;
}

/** Lists all routes with their full paths. */
const listDeclaredRoutes = (routes: readonly RouteObject[], above = ''): DeclaredRoute[] =>
  routes.flatMap((route) => {
    const path = [above, route.path].filter(Boolean).join('/');
    const own = route.index || route.path !== undefined ? [{ route, path: `/${path}` }] : [];
    return [...own, ...listDeclaredRoutes(route.children ?? [], path)];
  });

/** Returns an example path for a pattern. */
const fillParameters = (path: string): string => path.replaceAll(/:\w+/g, 'some-value');

const isUnder = (mount: string, path: string): boolean =>
  path === mount || (mount !== '/' && path.startsWith(`${mount}/`));
// typed by the contract; values are checked below
const getHandle = ({ handle }: RouteObject): RouteHandle => (handle ?? {}) as RouteHandle;
const getAddress = ({ at }: Pick<RouteVisit, 'at'>): string => (typeof at === 'string' ? at : at.pathname);
const parsePathname = (address: string): string => new URL(address, 'http://shop.test').pathname;

const REACT_LAZY = Symbol.for('react.lazy');
const isReactLazy = ({ Component, element }: RouteObject): boolean => {
  const shown: unknown = Component ?? (isValidElement(element) ? element.type : undefined);
  return typeof shown === 'object' && shown !== null && '$$typeof' in shown && shown.$$typeof === REACT_LAZY;
};

/** Detects side effects of an import. The returned function lists them and removes the spies. */
const watchSideEffects = (): (() => string[]) => {
  const watched = {
    'calls fetch': [jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('Not while importing'))],
    'reads or writes storage': (['getItem', 'setItem', 'removeItem', 'clear', 'key'] as const).map((method) =>
      jest.spyOn(Storage.prototype, method),
    ),
    'reads or writes cookies': [
      jest.spyOn(Document.prototype, 'cookie', 'get'),
      jest.spyOn(Document.prototype, 'cookie', 'set'),
    ],
    'listens to the window': [jest.spyOn(window, 'addEventListener')],
    'listens to the document': [jest.spyOn(document, 'addEventListener')],
    'starts a timer': [
      jest.spyOn(globalThis, 'setTimeout'),
      jest.spyOn(globalThis, 'setInterval'),
      jest.spyOn(globalThis, 'requestAnimationFrame'),
    ],
  };
  const page = document.documentElement.outerHTML;
  return () => {
    const seen = Object.entries(watched)
      .filter(([, spies]) => spies.some(({ mock }) => mock.calls.length > 0))
      .map(([what]) => what);
    // getter and setter share one property, so the last spy is restored first
    for (const spy of Object.values(watched).flat().reverse()) spy.mockRestore();
    return [...seen, ...(document.documentElement.outerHTML === page ? [] : ['changes the page'])];
  };
};

/** Runs a check and fails if it logs errors. */
const expectNoErrors = async (look: () => Promise<void>): Promise<void> => {
  const said: string[] = [];
  const spy = jest
    .spyOn(console, 'error')
    .mockImplementation((...parts: unknown[]) => void said.push(parts.map(String).join(' ')));
  try {
    await look();
  } finally {
    spy.mockRestore();
  }
  // caused by this test, not by the remote: responses arrive asynchronously
  expect(said.filter((text) => !text.includes('not wrapped in act('))).toEqual([]);
};

const signIn = (store: ShopStore): void => {
  const credentials = { email: 'ada@example.com', password: 'correct horse' };
  store.dispatch(loginUser.fulfilled({ message: '', token: 'token-1', user: aUser() }, 'earlier', credentials));
};

const waitForNextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Waits until no calls are pending and nothing is loading. */
const waitForRest = async ({ pending }: TestServices): Promise<void> => {
  const expectIdle = (): void => {
    expect(pending()).toBe(0);
    expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(0);
  };
  await waitFor(expectIdle, { timeout: SCREEN_TIMEOUT_MS });
  await act(waitForNextTask); // some components make calls after they render
  await waitFor(expectIdle, { timeout: SCREEN_TIMEOUT_MS });
};

const describeVisit = ({ at, signedIn, when, leadsTo }: RouteVisit): string => {
  const circumstances = [signedIn ? 'signed in' : '', when ?? ''].filter(Boolean).map((what) => `, ${what}`);
  return `${getAddress({ at })}${circumstances.join('')}${circumstances.length > 0 ? ',' : ''} ${leadsTo === undefined ? 'shows one page with one heading' : `leads to ${leadsTo}`}`;
};

/**
 * Declares the tests that every remote must pass before a host loads it: the rules of RemoteModule that types cannot
 * express. They only run this remote, with an API that consists of its contracts.
 */
export const describeRemoteContract = (
  remote: RemoteModule,
  { load, mounts: described, routeIds, slices, routes, widgets = {} }: RemoteContractOptions,
): void => {
  const mounts = described.map((mount) => (typeof mount === 'string' ? mount : mount.path));
  const declared = listDeclaredRoutes(remote.routes);
  const ids = declared.map(({ route }) => route.id);
  const routeAt = (pathname: string): RouteObject | undefined => matchRoutes(remote.routes, pathname)?.at(-1)?.route;

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  describe('the module', () => {
    test("implements the host's contract version", () => {
      expect(isRemoteModule(remote)).toBe(true);
    });

    test(
      'is data only: importing it creates no store and has no side effects',
      async () => {
        const configureStore = jest.fn();
        jest.doMock('@reduxjs/toolkit', () => ({ ...jest.requireActual<object>('@reduxjs/toolkit'), configureStore }));
        const endWatch = watchSideEffects();
        let imported: unknown;
        await jest
          .isolateModulesAsync(async () => {
            imported = (await load()).remote;
          })
          .finally(() => jest.dontMock('@reduxjs/toolkit'));
        expect(endWatch()).toEqual([]);
        // A module cannot dispatch on import without creating a store.
        expect(configureStore).not.toHaveBeenCalled();
        expect(isRemoteModule(imported)).toBe(true);
        expect(imported).not.toBe(remote); // it was really imported again
      },
      TEST_TIMEOUT_MS,
    );
  });

  describe('its routes', () => {
    test("have unique ids with the remote's prefixes", () => {
      const nameOfRemote = new RegExp(`^(${routeIds.join('|')})\\.[a-z][a-z0-9-]*$`);
      expect(ids).toEqual(ids.map(() => expect.stringMatching(nameOfRemote)));
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      expect(routeIds.filter((name) => !ids.some((id) => id?.startsWith(`${name}.`)))).toEqual([]);
    });

    test('are under its mounts, and every mount has one', () => {
      expect(
        declared.filter(({ path }) => !mounts.some((mount) => isUnder(mount, path))).map(({ path }) => path),
      ).toEqual([]);
      expect(mounts.filter((mount) => !declared.some(({ path }) => isUnder(mount, path)))).toEqual([]);
    });

    test('match their own paths: none hides another', () => {
      expect(declared.map(({ path }) => routeAt(fillParameters(path))?.id)).toEqual(ids);
    });

    test('have valid handles', () => {
      const asked = declared.map(({ route }) => getHandle(route));
      expect(asked.filter(({ layout = 'customer' }) => !['customer', 'enclosed', 'plain'].includes(layout))).toEqual(
        [],
      );
      expect(asked.filter(({ skeleton = 'rows' }) => !['rows', 'form'].includes(skeleton))).toEqual([]);
      const known = ['layout', 'skeleton', 'chunk', 'preload'];
      expect(asked.flatMap((handle) => Object.keys(handle)).filter((name) => !known.includes(name))).toEqual([]);
    });

    test(
      'have both chunk and preload if lazy, and render after the preload',
      async () => {
        // The `lazy` of the router or React would leave a rendered page without styles, and a failed chunk without
        // retries.
        expect(
          declared.filter(({ route }) => route.lazy !== undefined || isReactLazy(route)).map(({ path }) => path),
        ).toEqual([]);
        for (const { route, path } of declared) {
          const { chunk, preload } = getHandle(route);
          expect({ path, chunk: typeof chunk, preload: typeof preload }).toEqual(
            preload === undefined
              ? { path, chunk: 'undefined', preload: 'undefined' }
              : { path, chunk: 'string', preload: 'function' },
          );
          if (!preload || !route.Component) continue;
          expect(chunk).toMatch(/^[a-z][a-z0-9-]*$/);
          await expect(preload()).resolves.toBeUndefined();
          const preloaded = { id: 'preloaded', path, Component: route.Component };
          await expectNoErrors(async () => {
            // As on hydration: without calling the loader again.
            renderRemote(
              { ...remote, routes: [preloaded] },
              { at: fillParameters(path), services: createContractServices() },
            );
            await act(waitForNextTask);
            cleanup();
          });
        }
      },
      TEST_TIMEOUT_MS,
    );

    test('are all covered by the visits below', () => {
      const visited = routes.map((visit) => routeAt(parsePathname(getAddress(visit)))?.id);
      expect(ids.filter((id) => !visited.includes(id))).toEqual([]);
    });
  });

  describe('its slices', () => {
    const services = createContractServices();

    test('are the declared ones, without duplicates and shared keys', () => {
      const taken = remote.slices.map(({ reducerPath }) => reducerPath);
      expect([...taken].sort()).toEqual([...slices].sort());
      const shops = Object.keys(createShopStore({ services }).getState());
      expect(shops).toContain('cart');
      expect(taken.filter((key, index) => shops.includes(key) || taken.indexOf(key) !== index)).toEqual([]);
    });

    // Loops, because `test.each` rejects empty tables and a remote may have no slices.
    for (const { reducerPath, reducer } of remote.slices) {
      test(`${reducerPath} has a serializable initial state and ignores unknown actions`, () => {
        const initial: unknown = reducer(undefined, { type: 'contract/started' });
        expect(reducer(initial, { type: 'contract/unknown' })).toBe(initial);
        const carried: unknown = JSON.parse(JSON.stringify(initial));
        expect(carried).toStrictEqual(initial);

        const store = createShopStore({ services, preloadedState: { [reducerPath]: carried } });
        store.injectSlices(remote.slices, 'this remote');
        expect(store.getState()).toHaveProperty([reducerPath], initial);
      });
    }

    test('can be injected twice, and reject other reducers for their keys', () => {
      const store = createShopStore({ services });
      store.injectSlices(remote.slices, 'this remote');
      const before = store.getState();
      store.injectSlices(remote.slices, 'this remote');
      expect(store.getState()).toEqual(before);
      for (const { reducerPath } of remote.slices) {
        expect(() => store.injectSlices([{ reducerPath, reducer: () => null }], 'another remote')).toThrow(
          SliceConflictError,
        );
      }
    });
  });

  describe('its widgets', () => {
    const given = new Map(Object.entries<object>(widgets));

    test('are those that its contract test lists (`widgets` of describeRemoteContract)', () => {
      expect(Object.keys(remote.widgets).sort()).toEqual([...given.keys()].sort());
    });

    for (const [name, component] of Object.entries<unknown>(remote.widgets)) {
      const Widget = component as ComponentType<object>; // the given props are those of this widget
      const show = async (props: object): Promise<TestServices> => {
        const services = createContractServices();
        await expectNoErrors(async () => {
          renderRemote(
            { ...remote, routes: [{ id: 'slot', path: '/', element: <Widget {...props} /> }] },
            { at: '/', services },
          );
          await waitForRest(services);
        });
        expect(screen.queryByRole('alert')).not.toBeInTheDocument();
        return services;
      };
      const props = given.get(name);
      if (props && !Array.isArray(props)) {
        test(`${name} renders in a slot`, async () => {
          await show(props);
          expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
        });
        continue;
      }
      const states: readonly object[] = props ?? [];
      test.each([
        ['closed, shows nothing and makes no calls', 0],
        ['open, shows a dialog', 1],
      ] as const)(`${name}, %s`, async (_what, index) => {
        const { calls } = await show({ ...states[index], onClose: () => undefined });
        expect(screen.queryAllByRole('dialog')).toHaveLength(index);
        if (index === 0) expect(calls).toEqual([]);
      });
    }
  });

  describe('on its own, with valid responses,', () => {
    test.each(routes.map((visit) => [describeVisit(visit), visit] as const))(
      '%s',
      async (_sentence, { at, signedIn = false, given, leadsTo, responses = [] }) => {
        const services = createContractServices(responses);
        const begin = (store: ShopStore): void => {
          if (signedIn) signIn(store);
          given?.(store);
        };
        await expectNoErrors(async () => {
          const { location } = renderRemote(remote, { at: [at], services, given: begin });
          await waitFor(() => expect(location()).toBe(leadsTo ?? getAddress({ at })), { timeout: SCREEN_TIMEOUT_MS });
          await waitForRest(services);
        });

        // A redirect may lead to a page of another remote.
        if (leadsTo === undefined || routeAt(parsePathname(leadsTo))) {
          expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
          expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName();
        }
        expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      },
      TEST_TIMEOUT_MS,
    );
  });
};
