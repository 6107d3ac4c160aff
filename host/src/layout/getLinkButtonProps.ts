import type { KeyboardEvent, MouseEvent } from 'react';

interface LinkButtonProps {
  readonly role: 'button';
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Turns a link into a button that opens something once the page is hydrated. With a modifier key it remains a link. */
export const getLinkButtonProps = (onPress: () => void): LinkButtonProps => ({
  role: 'button',
  onClick: (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onPress();
  },
  // Buttons are also activated by the space bar.
  onKeyDown: (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    onPress();
  },
});
