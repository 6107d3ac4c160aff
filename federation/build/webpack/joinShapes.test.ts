import sharp from 'sharp';
import { joinShapes, type Shape } from './joinShapes';

const draw = async (shapes: readonly Shape[]): Promise<Buffer> => {
  const content = shapes.map(
    ([name, attributes]) =>
      `<${name} ${Object.entries(attributes)
        .map(([attribute, value]) => `${attribute}="${value}"`)
        .join(' ')}/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${content.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).greyscale().raw().toBuffer();
};

/** How many of the 57,600 pixels differ by more than antialiasing does. */
const countDifferences = (one: Buffer, other: Buffer): number =>
  one.reduce((count, value, index) => count + (Math.abs(value - (other[index] ?? 0)) > 60 ? 1 : 0), 0);

const icons: readonly (readonly [string, readonly Shape[]])[] = [
  [
    'paths',
    [
      ['path', { d: 'M15 18H9' }],
      ['path', { d: 'M4 6v11a1 1 0 0 0 1 1h2' }],
    ],
  ],
  [
    'a path that begins with a relative move',
    [
      ['path', { d: 'M4 4h16' }],
      ['path', { d: 'm9 11 3 3L22 4' }],
    ],
  ],
  [
    'a relative move without spaces',
    [
      ['path', { d: 'M4 4h16' }],
      ['path', { d: 'm4.5 9.5-1 5' }],
    ],
  ],
  [
    'numbers that share a point',
    [
      ['path', { d: 'M4 4h16' }],
      ['path', { d: 'm10.85.77-.383 9.4.5.5 4-2' }],
    ],
  ],
  [
    'circles',
    [
      ['circle', { cx: '17', cy: '18', r: '2' }],
      ['circle', { cx: '7', cy: '18', r: '3.5' }],
    ],
  ],
  [
    'an ellipse',
    [
      ['path', { d: 'M4 4h1' }],
      ['ellipse', { cx: '12', cy: '12', rx: '9', ry: '3' }],
    ],
  ],
  [
    'a rectangle',
    [
      ['path', { d: 'M4 4h1' }],
      ['rect', { x: '3', y: '6', width: '18', height: '13' }],
    ],
  ],
  ['a rounded rectangle', [['rect', { x: '3', y: '6', width: '18', height: '13', rx: '4' }]]],
  [
    'lines',
    [
      ['line', { x1: '4', x2: '20', y1: '5', y2: '9' }],
      ['line', { x1: '3', x2: '3', y1: '20', y2: '12' }],
    ],
  ],
  [
    'a polyline',
    [
      ['path', { d: 'M4 4h1' }],
      ['polyline', { points: '22 12 18 12 15 21 9 3 6 12 2 12' }],
    ],
  ],
  [
    'a polygon',
    [
      ['path', { d: 'M4 4h1' }],
      ['polygon', { points: '12 2 20 20 4 20' }],
    ],
  ],
];

test.each(icons)('one path draws %s as the shapes do', async (_what, shapes) => {
  const d = joinShapes(shapes) ?? '';
  const [before, after] = await Promise.all([draw(shapes), draw([['path', { d }]])]);
  expect(before.some((value) => value < 50)).toBe(true);
  expect(countDifferences(before, after)).toBeLessThan(10);
});

test.each<[string, Shape]>([
  ['a fill of its own', ['circle', { cx: '8', cy: '8', r: '.5', fill: 'currentColor' }]],
  ['another element', ['text', { x: '3', y: '4' }]],
])('shapes with %s are not joined', (_what, shape) => {
  expect(joinShapes([['path', { d: 'M4 4h16' }], shape])).toBeUndefined();
});
