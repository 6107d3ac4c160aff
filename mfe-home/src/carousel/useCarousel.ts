import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

interface CarouselOptions {
  /** Children of the track. */
  readonly count: number;
  /** Number of children in view. */
  readonly perView: number;
  /** Number of children per step: 1 (default) or a whole view. */
  readonly stride?: number;
}

export interface Carousel {
  readonly track: RefObject<HTMLDivElement | null>;
  /** Current position, from 0. */
  readonly stop: number;
  /** Number of positions: products - view size + 1 with a stride of 1 (product.md 3.6). */
  readonly stops: number;
  readonly goTo: (stop: number) => void;
  /** Handler for the track, which touch and keys also scroll. */
  readonly onScroll: () => void;
}

/** Treat a scroll as finished after this many ms without events (`scrollend` is not supported in all our browsers). */
const SETTLED_MS = 120;
/** Tolerance for fractional pixels when zoomed. */
const END_TOLERANCE_PX = 2;

const countStops = ({ count, perView, stride = 1 }: CarouselOptions): number =>
  stride === 1 ? Math.max(1, count - perView + 1) : Math.max(1, Math.ceil(count / stride));

const measureOffset = (track: HTMLElement, index: number): number | undefined => {
  const [first] = track.children;
  const child = track.children[index];
  return first instanceof HTMLElement && child instanceof HTMLElement ? child.offsetLeft - first.offsetLeft : undefined;
};

/** Returns the position nearest to the scroll offset; undefined without layout. */
const nearestStop = (track: HTMLElement, stops: number, stride: number): number | undefined => {
  const end = track.scrollWidth - track.clientWidth;
  if (end <= 0) return undefined;
  const scrolled = Math.abs(track.scrollLeft); // Negative in right-to-left layouts.
  if (scrolled >= end - END_TOLERANCE_PX) return stops - 1;
  const distances = Array.from({ length: stops }, (_, stop) =>
    Math.abs(Math.abs(measureOffset(track, stop * stride) ?? Infinity) - scrolled),
  );
  return distances.indexOf(Math.min(...distances));
};

/**
 * The only carousel: a native scroll container with snap points, so that touch, wheel and keyboard work as usual, even
 * before hydration. Buttons scroll it; the position is read back when scrolling ends.
 */
export const useCarousel = (options: CarouselOptions): Carousel => {
  const { stride = 1 } = options;
  const stops = countStops(options);
  const track = useRef<HTMLDivElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [wanted, setStop] = useState(0);
  const stop = Math.min(wanted, stops - 1);

  useEffect(() => () => clearTimeout(settling.current), []);

  // When the width changes the number of positions, keep the same child in view and update the position.
  useEffect(() => {
    const seen = track.current ? nearestStop(track.current, stops, stride) : undefined;
    if (seen !== undefined) setStop(seen);
  }, [stops, stride]);

  const goTo = useCallback(
    (next: number) => {
      setStop(next);
      const element = track.current;
      const left = element ? measureOffset(element, next * stride) : undefined;
      if (!element || left === undefined) return;
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      element.scrollTo?.({ left, behavior: calm ? 'instant' : 'smooth' });
    },
    [stride],
  );

  const onScroll = useCallback(() => {
    clearTimeout(settling.current);
    settling.current = setTimeout(() => {
      const seen = track.current ? nearestStop(track.current, stops, stride) : undefined;
      if (seen !== undefined) setStop(seen);
    }, SETTLED_MS);
  }, [stops, stride]);

  return { track, stop, stops, goTo, onScroll };
};
