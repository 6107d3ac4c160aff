import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

interface Disclosure {
  readonly open: boolean;
  readonly toggle: () => void;
  readonly show: () => void;
  readonly close: () => void;
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** Props of the element that contains opener and panel. */
  readonly containerProps: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/** APG's disclosure for navigation: closes on Esc, on a click outside, on blur and on navigation. */
export const useDisclosure = (): Disclosure => {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);

  useEffect(() => {
    if (!open) return undefined;
    const onPress = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !container.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  return {
    open,
    toggle: () => setOpen(!open),
    show: () => setOpen(true),
    close: () => setOpen(false),
    opener,
    containerProps: {
      ref: container,
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        opener.current?.focus();
      },
      // Stay open if focus moves to no element, such as on a click on the panel's background.
      onBlur: ({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
      },
    },
  };
};
