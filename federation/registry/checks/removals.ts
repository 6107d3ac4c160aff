import type { Release, Uses } from '../release';

/** A live host or release, and the routes and widgets it uses. */
export interface Consumer {
  readonly name: string;
  readonly uses: Uses;
}

type OfferedParts = Pick<Release, 'routes' | 'widgets' | 'mounts'>;

/**
 * Whether a route pattern covers a used route: "/orders/:number" covers "/orders/:1", "/products/*" covers everything
 * below it.
 */
export const offersRoute = (pattern: string, used: string): boolean => {
  const parts = pattern.split('/');
  const usedParts = used.split('/');
  return (
    parts.every(
      (part, index) =>
        part === '*' || (part.startsWith(':') ? (usedParts[index] ?? '') !== '' : part === usedParts[index]),
    ) &&
    (parts.includes('*') || parts.length === usedParts.length)
  );
};

/** Returns one sentence for each route and widget of a release that a consumer uses. */
export const listUsesOf = ({ routes, widgets }: OfferedParts, consumers: readonly Consumer[]): string[] =>
  consumers.flatMap(({ name, uses }) => [
    ...uses.routes
      .filter((route) => routes.some(({ path }) => offersRoute(path, route)))
      .map((route) => `${name} links to ${route}.`),
    ...uses.widgets.filter((widget) => widgets.includes(widget)).map((widget) => `${name} shows the widget ${widget}.`),
  ]);

/** Returns one sentence for each route or widget that consumers use and the next release no longer has. */
export const checkRemovals = (next: OfferedParts, live: OfferedParts, consumers: readonly Consumer[]): string[] => {
  const reasons: string[] = [];
  const addReason = (what: string, users: readonly string[]): void => {
    if (users.length > 0)
      reasons.push(`It no longer has ${what}, which ${users.join(', ')} use${users.length === 1 ? 's' : ''}.`);
  };
  const usedRoutes = new Set(consumers.flatMap(({ uses }) => uses.routes));
  for (const route of usedRoutes) {
    const offered = live.routes.some(({ path }) => offersRoute(path, route));
    if (!offered || next.routes.some(({ path }) => offersRoute(path, route))) continue;
    addReason(
      `the route ${route}`,
      consumers.filter(({ uses }) => uses.routes.includes(route)).map(({ name }) => name),
    );
  }
  for (const widget of live.widgets.filter((name) => !next.widgets.includes(name))) {
    addReason(
      `the widget ${widget}`,
      consumers.filter(({ uses }) => uses.widgets.includes(widget)).map(({ name }) => name),
    );
  }
  return reasons;
};
