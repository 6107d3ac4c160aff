import path from 'node:path';
import { isRemoteModule, type RemoteModule } from '@shop/shared/remote';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { findRemoteIds, readRemote } from './readRemotes';
import { repositoryRoot } from './repositoryRoot';

/** Each remote tests itself alone (remote.contract.test.tsx); here the remotes of the repository are compared. */
const remoteIds = findRemoteIds();
const remotes: { id: string; module: RemoteModule }[] = [];

beforeAll(async () => {
  for (const id of remoteIds) {
    const { remote } = (await import(path.join(repositoryRoot, id, 'src/remote'))) as { remote: unknown };
    if (!isRemoteModule(remote)) throw new Error(`${id} exports no RemoteModule`);
    remotes.push({ id, module: remote });
  }
}, 60_000);

const listRouteIds = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ id, children }) => [...(id === undefined ? [] : [id]), ...listRouteIds(children ?? [])]);

const listPaths = (routes: readonly RouteObject[], parent = ''): string[] =>
  routes.flatMap((route) => {
    const own = `${parent}/${route.path ?? ''}`.replaceAll(/\/+/g, '/');
    return [own, ...listPaths(route.children ?? [], own)];
  });

/** Values that more than one remote has. */
const findShared = (listValues: (module: RemoteModule) => readonly string[]): string[] => {
  const all = remotes.flatMap(({ module }) => [...new Set(listValues(module))]);
  expect(all.length).toBeGreaterThanOrEqual(remotes.length);
  return all.filter((value, index) => all.indexOf(value) !== index);
};

test.each(remoteIds)('%s has a route at each of its mounts', (id) => {
  const routes = remotes.find((remote) => remote.id === id)?.module.routes ?? [];
  const { mounts } = readRemote(id);
  expect(mounts).not.toEqual([]);
  // Some mounts have routes below them only, such as /auth/login.
  const covers = (mount: string): boolean =>
    matchRoutes(routes, mount) !== null || listPaths(routes).some((route) => route.startsWith(`${mount}/`));
  expect(mounts.filter((mount) => !covers(mount))).toEqual([]);
});

test('no two remotes share the name in front of their route ids', () => {
  expect(findShared(({ routes }) => listRouteIds(routes).map((id) => id.split('.')[0] ?? id))).toEqual([]);
});

test('no two remotes share a key of the state', () => {
  expect(findShared(({ slices }) => slices.map(({ reducerPath }) => reducerPath))).toEqual([]);
});
