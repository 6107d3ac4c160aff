import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre';
import type { Use, UsesGraph } from './listUses';

export const NODE_SIZE = { width: 168, height: 46 } as const;
const MARGIN = 12;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface GraphLayout {
  /** Left, top, width and height that contain everything. */
  readonly viewBox: readonly [number, number, number, number];
  readonly nodes: readonly {
    readonly name: string;
    readonly owner: string | undefined;
    readonly center: Point;
  }[];
  /** Mutual uses share one edge. */
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly isMutual: boolean;
    readonly hasWidgets: boolean;
    readonly points: readonly Point[];
  }[];
}

/** Computes positions of nodes and edges: users on the left, owners on the right. */
export const layOutGraph = ({ bundles, uses }: Pick<UsesGraph, 'bundles' | 'uses'>): GraphLayout => {
  const findUse = (from: string, to: string): Use | undefined => uses.find((use) => use.from === from && use.to === to);
  const pairs = uses.filter(
    ({ from, to }, index) => !uses.slice(0, index).some((earlier) => earlier.from === to && earlier.to === from),
  );
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({ rankdir: 'LR', nodesep: 30, ranksep: 90, edgesep: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name } of bundles) graph.setNode(name, { ...NODE_SIZE });
  for (const { from, to } of pairs) graph.setEdge(from, to);
  layout(graph);
  const nodes = bundles.map(({ name, owner }) => {
    const { x = 0, y = 0 } = graph.node(name);
    return { name, owner, center: { x, y } };
  });
  const edges: GraphLayout['edges'] = pairs.map(({ from, to, widgets }) => {
    const reverse = findUse(to, from);
    return {
      from,
      to,
      isMutual: reverse !== undefined,
      hasWidgets: widgets.length + (reverse?.widgets.length ?? 0) > 0,
      points: graph.edge(from, to).points ?? [],
    };
  });
  // Edges may run outside of the boxes, which dagre's own size does not cover.
  const xs = [
    ...nodes.flatMap(({ center }) => [center.x - NODE_SIZE.width / 2, center.x + NODE_SIZE.width / 2]),
    ...edges.flatMap(({ points }) => points.map(({ x }) => x)),
  ];
  const ys = [
    ...nodes.flatMap(({ center }) => [center.y - NODE_SIZE.height / 2, center.y + NODE_SIZE.height / 2]),
    ...edges.flatMap(({ points }) => points.map(({ y }) => y)),
  ];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { viewBox: [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top], nodes, edges };
};
