import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import {
  createFrame,
  FITTING,
  keepInside,
  pan,
  pinch,
  readWheel,
  zoomAt,
  type Frame,
  type Point,
  type Zoom,
} from './zoomGeometry';

/** How far a finger or a mouse may move during a click. */
const CLICK_PX = 8;
const SWIPE_PX = 50;
const DOUBLE_TAP_MS = 350;
const PRESSED_SCALE = 2;

interface ZoomControls {
  /** What the picture is seen through. */
  readonly view: RefObject<HTMLDivElement | null>;
  readonly picture: RefObject<HTMLDivElement | null>;
  readonly scale: number;
  /** Multiplies the scale around the center of the view; 0 fits the picture. */
  readonly zoomBy: (factor: number) => void;
  readonly panBy: (by: Point) => void;
}

/** Enlarges and moves a picture by click, double tap, wheel, pinch and drag. Styles are set without rendering. */
export const useZoom = (
  pictureWidth: number,
  startScale: number,
  /** Called for a swipe over a picture that fits: 1 for the next picture, -1 for the previous one. */
  onSwipe: (by: number) => void,
): ZoomControls => {
  const view = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const zoom = useRef<Zoom>(FITTING);
  const [scale, setScale] = useState(1);
  const swipe = useRef(onSwipe);
  useEffect(() => {
    swipe.current = onSwipe;
  });

  /** Shows what `change` returns. A picture that follows a gesture has no transition. */
  const update = useCallback(
    (change: (zoom: Zoom, frame: Frame) => Zoom, follows = false): void => {
      if (!view.current || !picture.current) return;
      const { clientWidth: width, clientHeight: height } = view.current;
      const next = change(zoom.current, createFrame({ width, height }, pictureWidth));
      zoom.current = next;
      picture.current.dataset['follows'] = String(follows);
      picture.current.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
      setScale(next.scale);
    },
    [pictureWidth],
  );

  useEffect(() => {
    const element = view.current;
    if (!element) return undefined;
    const pointers = new Map<number, Point>();
    let moved = 0;
    let start: Point = FITTING;
    let lastTap = 0;

    const toPoint = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    };
    const toggleAt = (at: Point): void =>
      update((now, frame) => zoomAt(now, now.scale > 1 ? 1 : PRESSED_SCALE, at, frame));
    const press = ({ pointerType, timeStamp }: PointerEvent, at: Point): void => {
      const isSecond = timeStamp - lastTap < DOUBLE_TAP_MS;
      lastTap = isSecond ? 0 : timeStamp;
      // A mouse enlarges with the first click, a finger with the second one.
      if (isSecond === (pointerType !== 'mouse')) toggleAt(at);
    };

    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0 || pointers.size > 1) return;
      const at = toPoint(event);
      // A second finger makes it a pinch, not a click.
      moved = pointers.size === 0 ? 0 : CLICK_PX;
      start = at;
      pointers.set(event.pointerId, at);
    };
    const onMove = (event: PointerEvent): void => {
      const at = toPoint(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        // Fingers that opened the dialog with a pinch go on here.
        moved = CLICK_PX;
        if (event.pointerType === 'touch' && pointers.size < 2) pointers.set(event.pointerId, at);
        return;
      }
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      pointers.set(event.pointerId, at);
      moved = Math.max(moved, Math.hypot(at.x - start.x, at.y - start.y));
      if (other) update((now, frame) => pinch(now, [other, before], [other, at], frame), true);
      else if (moved >= CLICK_PX)
        update((now, frame) => pan(now, { x: at.x - before.x, y: at.y - before.y }, frame), true);
    };
    const onUp = (event: PointerEvent): void => {
      if (!pointers.delete(event.pointerId) || pointers.size > 0 || event.type === 'pointercancel') return;
      const at = toPoint(event);
      if (moved < CLICK_PX) press(event, at);
      else if (zoom.current.scale === 1 && event.pointerType !== 'mouse') {
        const [across, down] = [at.x - start.x, Math.abs(at.y - start.y)];
        if (Math.abs(across) > Math.max(SWIPE_PX, down)) swipe.current(across < 0 ? 1 : -1);
      }
    };
    const onWheel = (event: WheelEvent): void => {
      const { scale: before } = zoom.current;
      update((now, frame) => zoomAt(now, now.scale * readWheel(event), toPoint(event), frame), true);
      if (zoom.current.scale !== before) event.preventDefault();
    };
    const onResize = (): void => update(keepInside, true);
    const preventDrag = (event: Event): void => event.preventDefault();

    element.addEventListener('pointerdown', onDown);
    element.addEventListener('dragstart', preventDrag);
    element.addEventListener('wheel', onWheel, { passive: false });
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
    window.addEventListener('resize', onResize);
    // Listeners of the element end with it.
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
      window.removeEventListener('resize', onResize);
    };
  }, [update]);

  useEffect(() => update((_, frame) => zoomAt(FITTING, startScale, FITTING, frame)), [update, startScale]);

  const zoomBy = (factor: number): void => update((now, frame) => zoomAt(now, now.scale * factor, FITTING, frame));
  return { view, picture, scale, zoomBy, panBy: (by) => update((now, frame) => pan(now, by, frame)) };
};
