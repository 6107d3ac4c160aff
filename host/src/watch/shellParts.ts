import { useEffect, type RefObject } from 'react';

/** A node and where it stood. */
interface Place {
  readonly node: Element;
  readonly parent: Element;
  readonly next: ChildNode | null;
}

/** An element of the shell that every page must show. */
export interface ShellPart {
  readonly name: 'header' | 'main' | 'footer';
  readonly element: HTMLElement;
  /** The element and its ancestors up to the body, outermost first. */
  readonly places: readonly Place[];
}

/** The parts that React has mounted. */
export const shellParts = new Set<ShellPart>();

const findPlaces = (element: Element): Place[] => {
  const parent = element.parentElement;
  if (!parent || element === document.body) return [];
  return [...findPlaces(parent), { node: element, parent, next: element.nextSibling }];
};

/**
 * Registers an element as a part of the shell, so that damage to it is noticed and repaired. Call it in the component
 * that renders the element, so that both end together.
 */
export const useShellPart = (name: ShellPart['name'], ref: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    if (!ref.current) return undefined;
    const part = { name, element: ref.current, places: findPlaces(ref.current) };
    shellParts.add(part);
    return () => void shellParts.delete(part);
  }, [name, ref]);
};
