type Attributes = Readonly<Record<string, string>>;

/** An SVG element: its name and attributes. */
export type Shape = readonly [name: string, attributes: Attributes];

const ellipse = (cx: number, cy: number, rx: number, ry: number): string =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

const rectangle = (x: number, y: number, width: number, height: number, rx: number, ry: number): string => {
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * rx, height - 2 * ry];
  return `M${x + rx} ${y}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}h${-across}${corner(-rx, -ry)}v${-down}${corner(rx, -ry)}z`;
};

const MOVE = /^\s*m\s*(-?(?:\d+(?:\.\d+)?|\.\d+))[\s,]*(-?(?:\d+(?:\.\d+)?|\.\d+))[\s,]*/;

/**
 * In a path of its own, the first move is absolute even as `m`, and coordinates right after it are relative lines.
 * Behind other shapes it has to be said.
 */
const standalone = (d: string): string =>
  d.replace(MOVE, (move, x: string, y: string) => `M${x} ${y}${/^[-.\d]/.test(d.slice(move.length)) ? 'l' : ''}`);

/** The attributes that say where a shape is. */
const GEOMETRY: Readonly<Record<string, readonly string[]>> = {
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
  line: ['x1', 'y1', 'x2', 'y2'],
  polyline: ['points'],
  polygon: ['points'],
};

const isOnlyGeometry = ([name, attributes]: Shape): boolean =>
  Object.keys(attributes).every((attribute) => attribute === 'key' || GEOMETRY[name]?.includes(attribute));

/** Returns the path data of a shape, in which nothing depends on what is before it. */
const toPath = ([name, attributes]: Shape): string => {
  const text = (attribute: string): string => attributes[attribute] ?? '';
  const number = (attribute: string, missing = 0): number => Number(attributes[attribute] ?? missing);
  switch (name) {
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'rect': {
      const rx = number('rx', number('ry'));
      return rectangle(number('x'), number('y'), number('width'), number('height'), rx, number('ry', rx));
    }
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
    case 'polyline':
      return `M${text('points').trim()}`;
    case 'polygon':
      return `M${text('points').trim()}z`;
    default:
      return standalone(text('d'));
  }
};

/**
 * Joins the shapes of an icon to the data of one path. Returns undefined if a shape has more than its geometry, such as
 * a fill of its own, or is not in the SVG standard's list of basic shapes.
 */
export const joinShapes = (shapes: readonly Shape[]): string | undefined =>
  shapes.every((shape) => GEOMETRY[shape[0]] && isOnlyGeometry(shape)) ? shapes.map(toPath).join('') : undefined;
