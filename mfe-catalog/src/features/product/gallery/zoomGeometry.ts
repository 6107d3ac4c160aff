export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are the way from the center of the view to that of the picture, in px. At 1 the picture fits. */
export interface Zoom extends Point {
  readonly scale: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Width and height of the picture at 1. */
  readonly side: number;
  readonly maxScale: number;
}

export const FITTING: Zoom = { scale: 1, x: 0, y: 0 };
/** Beyond it, the pixels of the largest file would be visible. */
const MAX_PICTURE_PIXEL = 2;
const MAX_SCALE = { least: 2, most: 4 };
const WHEEL_LINE_PX = 16;
/** A pinch on a trackpad is a wheel event with the Ctrl key and small steps. */
const WHEEL_SPEED = { wheel: 0.002, pinch: 0.01 };

const limit = (value: number, from: number, to: number): number => Math.min(to, Math.max(from, value));

export const createFrame = (view: Pick<Frame, 'width' | 'height'>, pictureWidth: number): Frame => {
  const side = Math.min(view.width, view.height);
  const sharp = (MAX_PICTURE_PIXEL * pictureWidth) / Math.max(1, side);
  return { ...view, side, maxScale: limit(sharp, MAX_SCALE.least, MAX_SCALE.most) };
};

/** Moves the picture until none of its edges leaves a gap that the view could avoid. */
export const keepInside = ({ scale, x, y }: Zoom, { width, height, side, maxScale }: Frame): Zoom => {
  const kept = limit(scale, 1, maxScale);
  const across = Math.max(0, (side * kept - width) / 2);
  const down = Math.max(0, (side * kept - height) / 2);
  return { scale: kept, x: limit(x, -across, across), y: limit(y, -down, down) };
};

/** What is at the point stays there. */
export const zoomAt = (zoom: Zoom, scale: number, at: Point, frame: Frame): Zoom => {
  const kept = limit(scale, 1, frame.maxScale);
  const ratio = kept / zoom.scale;
  return keepInside({ scale: kept, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, frame);
};

export const pan = (zoom: Zoom, by: Point, frame: Frame): Zoom =>
  keepInside({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);

type Fingers = readonly [Point, Point];
const findMiddle = ([a, b]: Fingers): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const findDistance = ([a, b]: Fingers): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The picture follows two fingers: it grows with their distance and moves with the middle between them. */
export const pinch = (zoom: Zoom, from: Fingers, to: Fingers, frame: Frame): Zoom => {
  const [before, after] = [findMiddle(from), findMiddle(to)];
  const moved = { ...zoom, x: zoom.x + after.x - before.x, y: zoom.y + after.y - before.y };
  return zoomAt(moved, (zoom.scale * findDistance(to)) / Math.max(1, findDistance(from)), after, frame);
};

/** By how much a turn of the wheel multiplies the scale. */
export const readWheel = ({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number =>
  Math.exp(-deltaY * (deltaMode === 0 ? 1 : WHEEL_LINE_PX) * (ctrlKey ? WHEEL_SPEED.pinch : WHEEL_SPEED.wheel));
