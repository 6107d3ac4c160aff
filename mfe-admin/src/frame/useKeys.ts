import { useEffect, useLayoutEffect, useRef } from 'react';

const OFF = 'admin-single-keys';
const SEQUENCE_MS = 2_000;
/** Begins a sequence: the key after it means nothing alone. */
const FIRST_KEY = 'g';

/** Single keys can be switched off, for who dictates or types by accident (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => localStorage.getItem(OFF) !== 'off';
export const setSingleKeys = (areOn: boolean): void => {
  if (areOn) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, 'off');
};

/** Fields that letters are typed into, and selects, which letters choose from; a checkbox has no use for them. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'));

/** Enter on a button or link is its own. */
const isActivating = (key: string, target: EventTarget | null): boolean =>
  key === 'enter' && target instanceof HTMLElement && target.matches('a, button, summary');

/**
 * What keys do, such as `{ p: publish, 'g r': openReviews, 'shift+x': selectToHere, 'mod+k': openPalette }`. `mod` also
 * works in fields.
 */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Listens for keys while the component is shown. Nothing happens in fields and behind a dialog. */
export const useKeys = (keys: Keys): void => {
  const current = useRef(keys);
  // Before the screen shows what a key is for: nobody is faster.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      const hasModifier = event.metaKey || event.ctrlKey;
      if (event.defaultPrevented || event.altKey) return;
      const name = hasModifier ? `mod+${key}` : key;
      // What fields and dialogs do themselves with ⌘A.
      if (name === 'mod+a' && (isTyping(event.target) || document.querySelector('dialog[open]'))) return;
      if (!hasModifier && (isTyping(event.target) || !areSingleKeysOn())) return;
      if (!hasModifier && document.querySelector('dialog[open]')) return;
      if (!hasModifier && isActivating(key, event.target)) return;
      const before = first && event.timeStamp - first.at < SEQUENCE_MS ? first.key : undefined;
      first = { key: name, at: event.timeStamp };
      const shifted = event.shiftKey ? current.current[`shift+${name}`] : undefined;
      const alone = before === FIRST_KEY ? undefined : (shifted ?? current.current[name]);
      const act = current.current[`${before} ${name}`] ?? alone;
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
