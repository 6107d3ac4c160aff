import { isUnder } from '@shop/runtime/remotes';
import type { Release } from '../release';
import { offersRoute } from './removals';

type OwnedParts = Pick<Release, 'remote' | 'mounts' | 'slices' | 'routes'>;

const overlaps = (a: string, b: string): boolean => isUnder(a, b) || isUnder(b, a);
/** Returns the part of the path before the first parameter, such as "/products" for "/products/:id". */
const getStaticPrefix = (path: string): string => path.split('/:')[0]?.split('/*')[0] ?? path;

/**
 * Returns one sentence for each route, mount or slice that belongs to another remote, and for each mount without a
 * route, whose address would be lost to other teams. `others` are the releases that
 * are or may be shown at the same time.
 */
export const checkOwnership = (release: OwnedParts, others: readonly OwnedParts[]): string[] => {
  const outside = release.routes.filter(
    ({ path }) => !release.mounts.some((mount) => isUnder(mount, getStaticPrefix(path) || '/')),
  );
  const unused = release.mounts.filter(
    (mount) => !release.routes.some(({ path }) => isUnder(mount, path) || offersRoute(path, mount)),
  );
  const ids = release.routes.map(({ id }) => id);
  return [
    ...unused.map((mount) => `Its mount ${mount} has no route. Add a route, or remove the mount from remote.json.`),
    ...outside.map(({ path }) => {
      const owner = others.find(({ mounts }) =>
        mounts.some((mount) => isUnder(mount, getStaticPrefix(path) || '/')),
      )?.remote;
      return owner === undefined
        ? `Its route ${path} lies under none of its mounts (${release.mounts.join(', ')}).`
        : `Its route ${path} is ${owner}'s.`;
    }),
    ...ids
      .filter((id, index) => id !== '' && ids.indexOf(id) !== index)
      .map((id) => `Two of its routes are called "${id}".`),
    ...others.flatMap((other) => [
      ...release.mounts.flatMap((mount) =>
        other.mounts
          .filter((otherMount) => overlaps(mount, otherMount))
          .map((otherMount) => `Its mount ${mount} is ${other.remote}'s (${otherMount}).`),
      ),
      ...release.slices
        .filter((slice) => other.slices.includes(slice))
        .map((slice) => `Its slice "${slice}" is ${other.remote}'s.`),
      ...ids
        .filter((id) => id !== '' && other.routes.some((otherRoute) => otherRoute.id === id))
        .map((id) => `Its route id "${id}" is ${other.remote}'s.`),
    ]),
  ];
};
