import { shellParts, type ShellPart } from './shellParts';

/** Smaller boxes are for screen readers only. */
const MIN_SIDE_PX = 4;
const MIN_MAIN_SIDE_PX = 100;
const GRID = [0.2, 0.5, 0.8];
const MAX_COVERS = 5;

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

/** Elements in front of a part, one for each point where it cannot be reached. */
const findCovers = (part: ShellPart, root: Element): { readonly points: number; readonly covers: Element[] } => {
  const points =
    part.name === 'header' ? listHeaderPoints(part) : part.name === 'main' ? listMainPoints(part, root) : [];
  const covers = points.flatMap(({ x, y, own }) => {
    const hit = document.elementFromPoint(x, y);
    return hit === null || own.contains(hit) ? [] : [hit];
  });
  return { points: points.length, covers };
};

/** Most of its points must be reachable: a browser extension may show something small anywhere. */
const isReachable = (part: ShellPart, root: Element): boolean => {
  if (!isVisible(part.element)) return false;
  // Without a link to be seen, the header is not there for anybody, unless it was scrolled away.
  if (part.name === 'header' && part.element.getBoundingClientRect().height < MIN_SIDE_PX) return false;
  const { points, covers } = findCovers(part, root);
  return covers.length <= points / 2;
};

const findAncestors = (element: Element): Element[] =>
  element.parentElement ? [element, ...findAncestors(element.parentElement)] : [element];

/** Attributes of the shell's elements that hide them. React sets none of them there. */
const showElements = ({ element }: ShellPart): string => {
  for (const one of findAncestors(element))
    for (const attribute of ['hidden', 'inert', 'style']) one.removeAttribute(attribute);
  return 'attributes that hid it were removed';
};

const dropAdoptedSheets = (): string => {
  document.adoptedStyleSheets = [];
  return 'adopted style sheets were removed';
};

/** Loads style sheets again, without the rules that a script has added to them. The registry has checked the files. */
const reloadStyleSheets = (): void => {
  for (const old of document.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style[data-href]')) {
    const copy = document.createElement('link');
    copy.rel = 'stylesheet';
    copy.href = old.getAttribute('href') ?? old.dataset['href'] ?? '';
    copy.integrity = old.getAttribute('integrity') ?? '';
    copy.dataset['href'] = copy.href;
    const removeOld = (): void => old.remove();
    copy.addEventListener('load', removeOld);
    copy.addEventListener('error', () => copy.remove());
    old.after(copy);
  }
};

/** Hides what stands in front. It stays in the document, because React may own it. */
const hideCovers = (part: ShellPart, root: Element): string => {
  const hidden: string[] = [];
  for (let times = 0; times < MAX_COVERS && !isReachable(part, root); times += 1) {
    const shell = [...shellParts].map(({ element }) => element);
    const outermost = findCovers(part, root)
      .covers.flatMap((cover) => findAncestors(cover).reverse())
      .find(
        (one) => one instanceof HTMLElement && !shell.some((element) => one.contains(element) || element.contains(one)),
      );
    if (!(outermost instanceof HTMLElement) || outermost === document.body) break;
    outermost.style.setProperty('display', 'none', 'important');
    hidden.push(describe(outermost));
  }
  return `${hidden.join(', ')} in front of it was hidden`;
};

/** Style elements of others need none: the content security policy blocks them. */
const repairs = [showElements, dropAdoptedSheets, hideCovers];

/** Puts a part back where it was, with its ancestors. */
const reattach = ({ places }: ShellPart): void => {
  for (const { node, parent, next } of places)
    if (node.parentElement !== parent) parent.insertBefore(node, next?.parentNode === parent ? next : null);
};

const checkPart = (part: ShellPart, root: Element): string | undefined => {
  if (!part.element.isConnected) {
    reattach(part);
    return `The ${part.name} was removed from the page and put back`;
  }
  if (isReachable(part, root)) return undefined;
  for (const repair of repairs) {
    const done = repair(part, root);
    if (isReachable(part, root)) return `The ${part.name} could not be reached: ${done}`;
  }
  reloadStyleSheets();
  return `The ${part.name} could not be reached: style sheets were loaded again`;
};

/** Closes modal dialogs that belong to no page, and would stay in front of the next one. */
const closeForeignDialogs = (root: Element): string[] =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')]
    .filter((dialog) => !root.contains(dialog))
    .map((dialog) => {
      dialog.close();
      return `A dialog outside of the page was closed: ${describe(dialog)}`;
    });

/**
 * Checks that visitors can see and reach the shell, and repairs it if not.
 * @returns what was damaged, as sentences; empty if nothing was.
 */
export const checkShell = (root: Element): string[] => {
  const found = closeForeignDialogs(root);
  // A dialog of a page or of the shell makes everything behind it unreachable, as it should. Print leaves parts out.
  if (document.querySelector('dialog:modal') || document.fullscreenElement || matchMedia('print').matches) return found;
  return [...found, ...[...shellParts].flatMap((part) => checkPart(part, root) ?? [])];
};
