import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

interface CarouselOptions {
  /** Children of the track. */
  readonly count: number;
  /** How many of them are seen at once. */
  readonly perView: number;
  /** How many children one step moves: 1 (default), or a whole view. */
  readonly stride?: number;
}

export interface Carousel {
  readonly track: RefObject<HTMLDivElement | null>;
  /** Where it rests, from 0. */
  readonly stop: number;
  /** In how many places it can rest: "products minus view size plus 1" with a stride of 1 (product.md 3.6). */
  readonly stops: number;
  readonly goTo: (stop: number) => void;
  /** For the track: a finger or a key scrolls it, too. */
  readonly onScroll: () => void;
}

/** A scroll that has been quiet for so long has ended; `scrollend` is younger than the browsers we serve. */
const SETTLED_MS = 120;
/** Fractions of a pixel, by zoom. */
const END_TOLERANCE_PX = 2;

const countStops = ({ count, perView, stride = 1 }: CarouselOptions): number =>
  stride === 1 ? Math.max(1, count - perView + 1) : Math.max(1, Math.ceil(count / stride));

const offsetOf = (track: HTMLElement, index: number): number | undefined => {
  const [first] = track.children;
  const child = track.children[index];
  return first instanceof HTMLElement && child instanceof HTMLElement ? child.offsetLeft - first.offsetLeft : undefined;
};

/** The stop that is nearest to where the track is scrolled; undefined where nothing is laid out. */
const nearestStop = (track: HTMLElement, stops: number, stride: number): number | undefined => {
  const end = track.scrollWidth - track.clientWidth;
  if (end <= 0) return undefined;
  const scrolled = Math.abs(track.scrollLeft); // right to left counts downwards
  if (scrolled >= end - END_TOLERANCE_PX) return stops - 1;
  const distances = Array.from({ length: stops }, (_, stop) =>
    Math.abs(Math.abs(offsetOf(track, stop * stride) ?? Infinity) - scrolled),
  );
  return distances.indexOf(Math.min(...distances));
};

/**
 * THE carousel: a native scroller with snap points, so that a finger, a wheel and the keyboard move it as everything
 * else on the machine, and it works before (and without) its script. Buttons scroll it; what is seen is read back once
 * it rests.
 */
export const useCarousel = (options: CarouselOptions): Carousel => {
  const { stride = 1 } = options;
  const stops = countStops(options);
  const track = useRef<HTMLDivElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [wanted, setStop] = useState(0);
  const stop = Math.min(wanted, stops - 1);

  useEffect(() => () => clearTimeout(settling.current), []);

  // Another width, another number of places: what is seen stays, and gets its new number.
  useEffect(() => {
    const seen = track.current ? nearestStop(track.current, stops, stride) : undefined;
    if (seen !== undefined) setStop(seen);
  }, [stops, stride]);

  const goTo = useCallback(
    (next: number) => {
      setStop(next);
      const element = track.current;
      const left = element ? offsetOf(element, next * stride) : undefined;
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
