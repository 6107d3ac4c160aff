import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react';

interface Combobox {
  readonly isOpen: boolean;
  readonly inputProps: ComponentProps<'input'>;
  readonly listProps: ComponentProps<'ul'>;
  readonly optionProps: (index: number) => ComponentProps<'li'>;
  readonly isActive: (index: number) => boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * An editable combobox with a list (APG, "list autocomplete with manual selection"). Focus stays in the field. Arrow
 * keys move through the options and past either end back to the field, Enter chooses the active option, Esc closes.
 * Nothing is selected automatically. Why it is our own: decision 0010.
 */
export const useCombobox = (count: number, onChoose: (index: number) => void): Combobox => {
  const id = useId();
  const [isExpanded, setWanted] = useState(false);
  /** -1 is the field itself. */
  const [active, setActive] = useState(-1);
  const isOpen = isExpanded && count > 0;
  const current = active < count ? active : -1;
  const optionId = (index: number): string => `${id}-${index}`;

  const open = (): void => {
    setWanted(true);
    setActive(-1);
  };
  const close = (): void => {
    setWanted(false);
    setActive(-1);
  };
  const choose = (index: number): void => {
    close();
    onChoose(index);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setWanted(true);
      const places = count + 1; // all options and the field
      setActive(((current + 1 + step + places) % places) - 1);
    }
    // Enter during IME composition is not a choice.
    if (event.key === 'Enter' && isOpen && current >= 0 && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(current);
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };

  return {
    isOpen,
    open,
    close,
    isActive: (index) => index === current,
    inputProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': `${id}-list`,
      'aria-expanded': isOpen,
      'aria-activedescendant': isOpen && current >= 0 ? optionId(current) : undefined,
      onKeyDown,
      onBlur: close,
    },
    listProps: { id: `${id}-list`, role: 'listbox', hidden: !isOpen },
    optionProps: (index) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === current,
      onMouseDown: (event) => event.preventDefault(), // keeps the focus in the field
      onMouseMove: () => setActive(index),
      onClick: () => choose(index),
    }),
  };
};
