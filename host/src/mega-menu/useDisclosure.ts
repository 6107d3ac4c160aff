import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { useLocation } from 'react-router-dom';

/** A mouse that only passes by opens nothing, and one that takes a shortcut to the panel does not close it. */
const HOVER_MS = { open: 150, close: 300 } as const;

interface Disclosure {
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** Props of the element that contains opener and panel. */
  readonly containerProps: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/**
 * APG's disclosure for navigation, which a mouse also opens by hovering. It closes on Esc, on a click outside, on blur
 * and on navigation; opened by hovering, also when the mouse leaves.
 */
export const useDisclosure = (): Disclosure => {
  const [state, setState] = useState<'closed' | 'hovered' | 'pressed'>('closed');
  const opener = useRef<HTMLButtonElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = state !== 'closed';
  const close = (): void => {
    clearTimeout(timer.current);
    setState('closed');
  };
  const { key } = useLocation();
  useEffect(() => {
    clearTimeout(timer.current);
    setState('closed');
    return () => clearTimeout(timer.current);
  }, [key]);

  useEffect(() => {
    if (!open) return undefined;
    const onPress = ({ target }: Event): void => {
      if (target instanceof Node && !container.current?.contains(target)) setState('closed');
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  const changeLater = (from: typeof state, to: typeof state, milliseconds: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState((now) => (now === from ? to : now)), milliseconds);
  };

  return {
    open,
    // A press keeps open what the mouse has just opened on its way to the button.
    toggle: () => (state === 'pressed' ? close() : setState('pressed')),
    close,
    opener,
    containerProps: {
      ref: container,
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === 'mouse') changeLater('closed', 'hovered', HOVER_MS.open);
      },
      onPointerLeave: () => changeLater('hovered', 'closed', HOVER_MS.close),
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || !open) return;
        close();
        opener.current?.focus();
      },
      // Stay open if focus moves to no element, such as on a click on the panel's background.
      onBlur: ({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      },
    },
  };
};
