import { offersRoute, type HostDescription, type Release } from '@shop/registry';

/** The host or the live release of a remote. */
interface Bundle {
  readonly name: string;
  /** Owning team; undefined if the release does not name one. */
  readonly owner: string | undefined;
}

/** Routes and widgets that one bundle uses of another. */
export interface Use {
  readonly from: string;
  readonly to: string;
  readonly routes: readonly string[];
  readonly widgets: readonly string[];
}

export interface UsesGraph {
  readonly bundles: readonly Bundle[];
  readonly uses: readonly Use[];
  /** Uses without an owner, such as a page of a remote that is not live. */
  readonly unresolved: readonly { readonly from: string; readonly what: string }[];
}

export const HOST = 'host';

interface Consumer {
  readonly name: string;
  readonly uses: Release['uses'];
}

const sortUnique = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** Finds the owner of every route and widget that the host and the live releases use. */
export const listUses = (hosts: readonly Pick<HostDescription, 'uses'>[], live: readonly Release[]): UsesGraph => {
  const consumers: Consumer[] = [
    ...(hosts.length > 0
      ? [
          {
            name: HOST,
            uses: {
              routes: sortUnique(hosts.flatMap(({ uses }) => uses.routes)),
              widgets: sortUnique(hosts.flatMap(({ uses }) => uses.widgets)),
            },
          },
        ]
      : []),
    ...live.map(({ remote, uses }) => ({ name: remote, uses })),
  ];
  const findRouteOwner = (route: string): string | undefined =>
    live.find(({ routes }) => routes.some(({ path }) => offersRoute(path, route)))?.remote;
  const findWidgetOwner = (widget: string): string | undefined =>
    live.find(({ widgets }) => widgets.includes(widget))?.remote;

  const uses: Use[] = [];
  const unresolved: { from: string; what: string }[] = [];
  for (const { name, uses: used } of consumers) {
    const byOwner = new Map<string, { routes: string[]; widgets: string[] }>();
    const addUse = (kind: 'routes' | 'widgets', what: string, owner: string | undefined): void => {
      if (owner === undefined) unresolved.push({ from: name, what });
      if (owner === undefined || owner === name) return;
      const entry = byOwner.get(owner) ?? { routes: [], widgets: [] };
      entry[kind].push(what);
      byOwner.set(owner, entry);
    };
    for (const route of sortUnique(used.routes)) addUse('routes', route, findRouteOwner(route));
    for (const widget of sortUnique(used.widgets)) addUse('widgets', widget, findWidgetOwner(widget));
    for (const [to, entry] of [...byOwner].sort(([a], [b]) => a.localeCompare(b)))
      uses.push({ from: name, to, ...entry });
  }
  const bundles = [
    ...(hosts.length > 0 ? [{ name: HOST, owner: 'platform' }] : []),
    ...live.map(({ remote, owner }) => ({ name: remote, owner })),
  ];
  return { bundles, uses, unresolved };
};
