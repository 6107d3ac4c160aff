import { useEffect, useRef, useState } from 'react';
import { useMedia } from '../../parts/useMedia';

/** product.md 3.3. */
const SLIDE_INTERVAL_MS = 6_000;
const SLIDE_LOCK_MS = 1_000;

const isPageSeen = (): boolean => document.visibilityState === 'visible';

/** Whether somebody looks at this tab. */
const usePageSeen = (): boolean => {
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    const look = (): void => setSeen(isPageSeen());
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return seen;
};

interface AutoAdvance {
  /** For a second after each change: controls do nothing (product.md 3.3). */
  readonly locked: boolean;
  /** Whether it moves by itself right now. */
  readonly moving: boolean;
  /** The shopper's own choice. */
  readonly paused: boolean;
  readonly togglePaused: () => void;
  /** Makes a change and locks, unless it is locked. */
  readonly change: (act: () => void) => void;
  /** For the element that holds the slides and their controls. */
  readonly attention: {
    readonly onMouseEnter: () => void;
    readonly onMouseLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: (event: { readonly currentTarget: Element; readonly relatedTarget: EventTarget | null }) => void;
  };
}

/**
 * A slider (product.md 3.3): every six seconds the next slide, unless a change is under way; a change locks the
 * controls for a second. It stands still while it is paused, pointed at, focused or out of sight, and where the reader
 * wishes for less motion.
 */
export const useAutoAdvance = (advance: () => void): AutoAdvance => {
  const calm = useMedia('(prefers-reduced-motion: reduce)', false);
  const seen = usePageSeen();
  const [paused, setPaused] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [locked, setLocked] = useState(false);
  const unlockAt = useRef<ReturnType<typeof setTimeout>>(undefined);
  const moving = seen && !calm && !paused && !pointed && !focused;

  const change = (act: () => void): void => {
    if (locked) return;
    act();
    setLocked(true);
    unlockAt.current = setTimeout(() => setLocked(false), SLIDE_LOCK_MS);
  };
  useEffect(() => () => clearTimeout(unlockAt.current), []);

  // The timer outlives renders: it always makes the newest change.
  const tick = useRef(() => {});
  useEffect(() => {
    tick.current = () => change(advance);
  });
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setInterval(() => tick.current(), SLIDE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [moving]);

  return {
    locked,
    moving,
    paused,
    togglePaused: () => setPaused((was) => !was),
    change,
    attention: {
      onMouseEnter: () => setPointed(true),
      onMouseLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
};
