const path = require('node:path');

const routesBelow = (routes, parent) =>
  routes.flatMap((route) => {
    const full = path.posix.join(parent, route.path ?? '');
    const own =
      route.index === true || (route.path !== undefined && !route.children?.length)
        ? [{ id: route.id ?? '', path: full }]
        : [];
    return [...own, ...routesBelow(route.children ?? [], full)];
  });

const describeMenu = (links = []) =>
  links.length > 0
    ? { menu: links.map(({ label, href, order, storefront }) => ({ label, href, order, storefront })) }
    : {};

const describeFills = (slots) => {
  const fills = Object.entries(slots).filter(([slot]) => slot !== 'header-menu');
  return fills.length > 0 ? { fills: Object.fromEntries(fills.map(([slot, widget]) => [slot, String(widget)])) } : {};
};

/** Returns what a release records of a remote's module: contract, full paths of its pages, slices, widgets, links. */
const describeRemote = ({ contract, routes = [], slices = [], widgets = {}, slots = {} }) => ({
  contract: typeof contract === 'number' ? contract : 0,
  routes: routesBelow(routes, '/'),
  slices: slices.map(({ reducerPath }) => String(reducerPath)),
  widgets: Object.keys(widgets),
  ...describeMenu(slots['header-menu']),
  ...describeFills(slots),
});

module.exports = { describeRemote };
