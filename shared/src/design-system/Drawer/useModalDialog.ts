import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';

interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** For the <dialog>: a click outside of its content closes it. */
  readonly onScrimClick: (event: MouseEvent<HTMLDialogElement>) => void;
}

/** Controls a native modal dialog: the browser traps focus, makes the page inert, closes on Esc and restores focus. */
export const useModalDialog = (open: boolean, onClose: () => void): ModalDialog => {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    // set before opening, so that styles are computed only once
    document.documentElement.style.overflow = 'hidden';
    if (!dialog.open) dialog.showModal();
    return () => {
      document.documentElement.style.overflow = '';
      dialog.close();
    };
  }, [open]);

  return {
    ref,
    onScrimClick: (event) => {
      if (event.target === ref.current) onClose();
    },
  };
};
