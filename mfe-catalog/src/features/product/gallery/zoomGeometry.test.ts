import { createFrame, FITTING, keepInside, pan, pinch, readWheel, zoomAt, type Point, type Zoom } from './zoomGeometry';

/** A phone: the picture is as wide as the view. */
const phone = createFrame({ width: 400, height: 800 }, 1200);
const desktop = createFrame({ width: 1400, height: 900 }, 1200);

/** The part of the picture at a point of the view, from the picture's center in px at 1. */
const findPart = ({ scale, x, y }: Zoom, at: Point): Point => ({ x: (at.x - x) / scale, y: (at.y - y) / scale });

test('a picture is enlarged as far as its largest file allows, at least twice and at most four times', () => {
  expect(phone).toMatchObject({ side: 400, maxScale: 4 });
  expect(desktop).toMatchObject({ side: 900, maxScale: 2400 / 900 });
  expect(createFrame({ width: 3000, height: 2000 }, 1200).maxScale).toBe(2);
});

test('what is at the pointer stays there', () => {
  const at = { x: 50, y: 60 };
  const zoom = zoomAt({ scale: 3, x: 20, y: -40 }, 3.5, at, phone);
  expect(zoom.scale).toBe(3.5);
  const [before, after] = [findPart({ scale: 3, x: 20, y: -40 }, at), findPart(zoom, at)];
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
});

test('the scale ends at both limits, and a picture that fits is centered', () => {
  expect(zoomAt(FITTING, 9, FITTING, phone).scale).toBe(4);
  expect(zoomAt({ scale: 3, x: 100, y: 80 }, 0.2, { x: 90, y: 90 }, phone)).toEqual({
    scale: 1,
    x: expect.closeTo(0),
    y: expect.closeTo(0),
  });
});

test('panning ends at the edges of the picture, and does not move an axis on which it fits', () => {
  // 1,200 px wide in a view of 400: 400 px to each side. 1,200 px high in 800: 200 px.
  expect(pan({ scale: 3, x: 0, y: 0 }, { x: 1_000, y: -1_000 }, phone)).toEqual({ scale: 3, x: 400, y: -200 });
  expect(pan({ scale: 1.5, x: 0, y: 0 }, { x: 30, y: 70 }, phone)).toEqual({ scale: 1.5, x: 30, y: expect.closeTo(0) });
});

test('a smaller view moves the picture back to its edges', () => {
  const atEdge = pan({ scale: 4, x: 0, y: 0 }, { x: 9_000, y: 0 }, phone);
  const turned = createFrame({ width: 800, height: 400 }, 1200);
  expect(keepInside(atEdge, turned)).toEqual({ scale: 4, x: 400, y: expect.closeTo(0) });
});

test('a pinch enlarges by the distance of the fingers and moves with their middle', () => {
  const from = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ] as const;
  const to = [
    { x: -80, y: 10 },
    { x: 120, y: 10 },
  ] as const;
  const zoom = pinch({ scale: 1.5, x: 0, y: 0 }, from, to, phone);
  expect(zoom.scale).toBe(3);
  expect(findPart(zoom, { x: 20, y: 10 })).toEqual({ x: expect.closeTo(0), y: expect.closeTo(0) });
  // Fingers on the same spot.
  const spot = [FITTING, FITTING] as const;
  expect(pinch(FITTING, spot, spot, phone)).toEqual({ scale: 1, x: expect.closeTo(0), y: expect.closeTo(0) });
});

test('a wheel enlarges when turned away, in pixels, lines, and faster for a pinch on a trackpad', () => {
  const turn = { deltaY: -100, deltaMode: 0, ctrlKey: false };
  expect(readWheel(turn)).toBeCloseTo(1.221, 3);
  expect(readWheel({ ...turn, deltaY: 100 }) * readWheel(turn)).toBeCloseTo(1);
  expect(readWheel({ ...turn, deltaY: -3, deltaMode: 1 })).toBeGreaterThan(1.09);
  expect(readWheel({ ...turn, deltaY: -10, ctrlKey: true })).toBeGreaterThan(1.1);
});
