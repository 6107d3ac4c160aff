import { LinePath } from '@visx/shape';
import { pluralize } from '../page/formats';
import { buildRemotePath, Table } from '../page/parts';
import { layOutGraph, NODE_SIZE } from './layOutGraph';
import { HOST, type Use, type UsesGraph } from './listUses';

const summarize = ({ routes, widgets }: Use): string =>
  [
    ...(routes.length > 0 ? [pluralize(routes.length, 'route')] : []),
    ...(widgets.length > 0 ? [pluralize(widgets.length, 'widget')] : []),
  ].join(', ');

function Diagram({ graph }: { readonly graph: UsesGraph }) {
  const { viewBox, nodes, edges } = layOutGraph(graph);
  return (
    <div className="scroll diagram" tabIndex={0} role="region" aria-label="Dependency diagram">
      <svg
        viewBox={viewBox.join(' ')}
        width={viewBox[2]}
        height={viewBox[3]}
        role="img"
        aria-labelledby="uses-title uses-description"
      >
        <title id="uses-title">Dependencies</title>
        <desc id="uses-description">Arrows point from the user to the owner. The table below has the same data.</desc>
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="11"
            markerHeight="11"
            markerUnits="userSpaceOnUse"
            orient="auto-start-reverse"
          >
            <path d="M0,0 L8,4 L0,8 z" className="arrow" />
          </marker>
        </defs>
        {edges.map(({ from, to, isMutual, hasWidgets, points }) => (
          <g key={`${from} ${to}`} className={hasWidgets ? 'edge widgets' : 'edge'}>
            <LinePath
              data={[...points]}
              x={({ x }) => x}
              y={({ y }) => y}
              stroke=""
              strokeWidth=""
              markerEnd="url(#arrow)"
              {...(isMutual ? { markerStart: 'url(#arrow)' } : {})}
            />
          </g>
        ))}
        {nodes.map(({ name, owner, center: { x, y } }) => (
          <g key={name} className={name === HOST ? 'node host' : 'node'}>
            <rect
              x={x - NODE_SIZE.width / 2}
              y={y - NODE_SIZE.height / 2}
              width={NODE_SIZE.width}
              height={NODE_SIZE.height}
            />
            <text x={x} y={owner === undefined ? y + 4 : y - 3} textAnchor="middle" className="name">
              {name}
            </text>
            {owner !== undefined && (
              <text x={x} y={y + 14} textAnchor="middle" className="owner">
                {owner}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

function BundleName({ name }: { readonly name: string }) {
  return name === HOST ? name : <a href={buildRemotePath(name)}>{name}</a>;
}

const NOTE =
  'Collected from the builds of the host and the live releases: the navigation paths and widgets that their modules name. A release must not remove what others use.';
const LEGEND =
  ' Arrows point from the user to the owner. Two arrowheads mean that both use each other; a thick line includes widgets.';

/** Which bundles use routes and widgets of which others, as a diagram and a table. */
export function UsesSection({
  graph,
  only: bundle,
}: {
  readonly graph: UsesGraph;
  /** Shows only what this bundle uses and who uses it, without the diagram. */ readonly only?: string;
}) {
  const uses = graph.uses.filter(({ from, to }) => bundle === undefined || from === bundle || to === bundle);
  const unresolved = graph.unresolved.filter(({ from }) => bundle === undefined || from === bundle);
  const hasDiagram = bundle === undefined && graph.uses.length > 0;
  return (
    <>
      <Table
        id="uses"
        title="Dependencies"
        note={hasDiagram ? NOTE + LEGEND : NOTE}
        lead={hasDiagram && <Diagram graph={graph} />}
        columns={['User', 'Owner', 'Routes', 'Widgets']}
      >
        {uses.map((use) => (
          <tr key={`${use.from} ${use.to}`}>
            <th scope="row">
              <BundleName name={use.from} />
            </th>
            <td>
              <BundleName name={use.to} /> <span className="quiet">({summarize(use)})</span>
            </td>
            <td>
              {use.routes.length > 0 ? (
                use.routes.map((route) => <code key={route}>{route}</code>)
              ) : (
                <span className="quiet">none</span>
              )}
            </td>
            <td>
              {use.widgets.length > 0 ? (
                use.widgets.map((widget) => <code key={widget}>{widget}</code>)
              ) : (
                <span className="quiet">none</span>
              )}
            </td>
          </tr>
        ))}
        {uses.length === 0 && (
          <tr>
            <td colSpan={4}>No dependencies.</td>
          </tr>
        )}
      </Table>
      {unresolved.length > 0 && (
        <p className="bad note">
          Used, but not provided by any bundle: {unresolved.map(({ from, what }) => `${what} (by ${from})`).join(', ')}.
        </p>
      )}
    </>
  );
}
