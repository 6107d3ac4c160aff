import { useLayoutEffect, type RefObject } from 'react';

/** An element of the shell that every page must show. */
export interface ShellPart {
  readonly name: 'header' | 'main' | 'footer' | 'notices';
  readonly element: HTMLElement;
}

/** The parts that React has mounted. */
export const shellParts = new Set<ShellPart>();

/**
 * Registers an element as a part of the shell, so that damage to it is noticed. Call it in the component that renders
 * the element, so that both end together.
 */
export const useShellPart = (name: ShellPart['name'], ref: RefObject<HTMLElement | null>): void => {
  // In the commit that removes the element: a check before passive effects would find it missing.
  useLayoutEffect(() => {
    if (!ref.current) return undefined;
    const part = { name, element: ref.current };
    shellParts.add(part);
    return () => void shellParts.delete(part);
  }, [name, ref]);
};
