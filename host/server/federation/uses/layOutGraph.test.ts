import type { Use } from './listUses';
import { layOutGraph, NODE_SIZE } from './layOutGraph';

const names = ['host', 'mfe-home', 'mfe-catalog', 'mfe-cart-checkout', 'mfe-auth'];
const bundles = names.map((name) => ({ name, owner: 'a team' }));
const use = (from: string, to: string, widgets: readonly string[] = []): Use => ({ from, to, routes: ['/'], widgets });
/** Every bundle uses every other, except the host. */
const uses = names.flatMap((from) => names.filter((to) => to !== from && to !== 'host').map((to) => use(from, to)));

test('boxes do not overlap, and everything is inside the view box', () => {
  const { nodes, edges, viewBox } = layOutGraph({ bundles, uses });
  const overlaps = nodes.flatMap((a, index) =>
    nodes
      .slice(index + 1)
      .filter(
        (b) =>
          Math.abs(a.center.x - b.center.x) < NODE_SIZE.width && Math.abs(a.center.y - b.center.y) < NODE_SIZE.height,
      ),
  );
  expect(overlaps).toEqual([]);
  const [left, top, width, height] = viewBox;
  for (const { x, y } of [...nodes.map(({ center }) => center), ...edges.flatMap(({ points }) => points)]) {
    expect(x >= left && x <= left + width && y >= top && y <= top + height).toBe(true);
  }
});

test('mutual uses share one edge, which a widget of either marks', () => {
  const { edges } = layOutGraph({
    bundles: bundles.slice(1, 4),
    uses: [
      use('mfe-home', 'mfe-catalog'),
      use('mfe-catalog', 'mfe-home', ['Hero']),
      use('mfe-home', 'mfe-cart-checkout'),
    ],
  });
  expect(edges.map(({ from, to, isMutual, hasWidgets }) => ({ from, to, isMutual, hasWidgets }))).toEqual([
    { from: 'mfe-home', to: 'mfe-catalog', isMutual: true, hasWidgets: true },
    { from: 'mfe-home', to: 'mfe-cart-checkout', isMutual: false, hasWidgets: false },
  ]);
});

test('lays out a single bundle without uses', () => {
  expect(layOutGraph({ bundles: bundles.slice(0, 1), uses: [] }).nodes).toHaveLength(1);
});
