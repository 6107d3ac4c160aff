import type { KeyboardEvent, MouseEvent } from 'react';

interface LinkButtonProps {
  readonly role: 'button';
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A link until the page is interactive, then a button that discloses something; with a modifier key it stays a link.
 */
export const getLinkButtonProps = (onPress: () => void): LinkButtonProps => ({
  role: 'button',
  onClick: (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onPress();
  },
  // It says that it is a button, so the space bar presses it, too.
  onKeyDown: (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    onPress();
  },
});
