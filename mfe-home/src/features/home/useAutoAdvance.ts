import { useEffect, useRef, useState } from 'react';
import { useMedia } from '../../parts/useMedia';

/** product.md 3.3. */
const SLIDE_INTERVAL_MS = 6_000;
const SLIDE_LOCK_MS = 1_000;

const isPageSeen = (): boolean => document.visibilityState === 'visible';

/** Whether this tab is visible. */
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
  /** True for a second after each change: controls are disabled (product.md 3.3). */
  readonly locked: boolean;
  /** Whether autoplay is running now. */
  readonly moving: boolean;
  /** Whether the shopper paused it. */
  readonly paused: boolean;
  readonly togglePaused: () => void;
  /** Runs a change and locks the controls; ignored while locked. */
  readonly change: (act: () => void) => void;
  /** Props for the element that contains the slides and controls. */
  readonly attention: {
    readonly onMouseEnter: () => void;
    readonly onMouseLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: (event: { readonly currentTarget: Element; readonly relatedTarget: EventTarget | null }) => void;
  };
}

/**
 * A slider (product.md 3.3): shows the next slide every six seconds; each change locks the controls for a second.
 * Autoplay stops while paused, hovered, focused or out of view, and with reduced motion.
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

  // The timer outlives renders: call the latest callback.
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
