import { shellParts, type ShellPart } from './shellParts';

/** Smaller boxes are for screen readers only. */
const MIN_SIDE_PX = 4;
const MIN_MAIN_SIDE_PX = 100;
const GRID = [0.2, 0.5, 0.8];

/** A point in the window where this element should be. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly own: Element;
}

const describe = (element: Element): string => {
  const classes = element.getAttribute('class');
  return `<${element.localName}${element.id === '' ? '' : ` id="${element.id}"`}${classes === null ? '' : ` class="${classes}"`}>`.slice(
    0,
    80,
  );
};

const isVisible = (element: Element): boolean =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

const isInWindow = ({ x, y }: Point): boolean => x > 0 && y > 0 && x < window.innerWidth && y < window.innerHeight;

/** The middle of each link and button that the header shows. */
const listHeaderPoints = ({ element }: ShellPart): Point[] =>
  [...element.querySelectorAll('a, button')]
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ one, box }) => box.width > MIN_SIDE_PX && box.height > MIN_SIDE_PX && isVisible(one))
    .map(({ one, box }) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2, own: one }))
    .filter(isInWindow);

/** A grid over what the window shows of the main area. */
const listMainPoints = ({ element }: ShellPart, root: Element): Point[] => {
  const box = element.getBoundingClientRect();
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
  if (bottom - top < MIN_MAIN_SIDE_PX) return [];
  return GRID.flatMap((across) =>
    GRID.map((down) => ({ x: box.left + box.width * across, y: top + (bottom - top) * down, own: root })),
  ).filter(isInWindow);
};

/**
 * Returns what is hit instead of a part. Most of its points must be reachable: a browser extension may show something
 * small anywhere.
 */
const findCover = (part: ShellPart, root: Element): Element | undefined => {
  // On phones notices are over the header for a while.
  const notices = [...shellParts].find(({ name }) => name === 'notices')?.element;
  const points =
    part.name === 'header' ? listHeaderPoints(part) : part.name === 'main' ? listMainPoints(part, root) : [];
  const covers = points.flatMap(({ x, y, own }) => {
    const hit = document.elementFromPoint(x, y);
    return hit === null || own.contains(hit) || notices?.contains(hit) ? [] : [hit];
  });
  return covers.length > points.length / 2 ? covers[0] : undefined;
};

/** Without a link to be seen, the header is not there for anybody, unless it was scrolled away. */
const isShown = ({ name, element }: ShellPart): boolean =>
  isVisible(element) && (name !== 'header' || element.getBoundingClientRect().height >= MIN_SIDE_PX);

const checkPart = (part: ShellPart, root: Element): string[] => {
  if (!part.element.isConnected) return [`The ${part.name} was removed from the page`];
  if (!isShown(part)) return [`The ${part.name} cannot be seen`];
  const cover = findCover(part, root);
  return cover ? [`The ${part.name} cannot be reached: ${describe(cover)} takes its clicks`] : [];
};

/** Modal dialogs that belong to no page, and stay in front of the next one. */
const findForeignDialogs = (root: Element): string[] =>
  [...document.querySelectorAll('dialog:modal')]
    .filter((dialog) => !root.contains(dialog))
    .map((dialog) => `A dialog outside of the page is open: ${describe(dialog)}`);

/**
 * Checks that visitors can see and reach the shell.
 * @returns what is damaged, as sentences; empty if nothing is.
 */
export const checkShell = (root: Element): string[] => {
  if (root.childElementCount === 0) return ['Nothing is left of the page'];
  // A dialog of a page or of the shell makes everything behind it unreachable, as it should. Print leaves parts out.
  if (document.querySelector('dialog:modal') || document.fullscreenElement || matchMedia('print').matches)
    return findForeignDialogs(root);
  return [...shellParts].flatMap((part) => checkPart(part, root));
};
