/** Input that a page must leave alone everywhere else. */
const INPUT =
  /^(?:click|auxclick|dblclick|contextmenu|mousedown|mouseup|key|pointer|touch|wheel|submit|beforeinput|input)/;
/** Elements that React and bundles add to the head for a page, and that change nothing around it. */
const HEAD_ELEMENTS = 'link, meta, script, style, title';

interface Listening {
  readonly target: EventTarget;
  readonly type: string;
  readonly listener: unknown;
  readonly capture: boolean;
}

const isCapturing = (options: unknown): boolean =>
  typeof options === 'boolean'
    ? options
    : typeof options === 'object' && options !== null && 'capture' in options && options.capture === true;

const describe = (element: Element): string =>
  `<${element.localName}${element.id === '' ? '' : ` id="${element.id}"`}>`;

const readAttributes = (element: Element): string =>
  // the shop itself keeps its storefront in a data attribute
  [...element.attributes]
    .filter(({ name, value }) => !name.startsWith('data-') && value !== '')
    .map(({ name, value }) => `${name}="${value}"`)
    .join(' ');

/**
 * Watches what stays in the document when a page is left. Call it before a release is loaded; what it finds is compared
 * with the state at the last call of `remember`.
 */
export const watchPageAround = () => {
  const listening = new Set<Listening>();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- both are called with their target
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const find = (target: EventTarget, type: string, listener: unknown, options: unknown): Listening | undefined =>
    [...listening].find(
      (one) =>
        one.target === target && one.type === type && one.listener === listener && one.capture === isCapturing(options),
    );
  EventTarget.prototype.addEventListener = function add(type, listener, options) {
    const target = this ?? window;
    const isOnce = typeof options === 'object' && options?.once === true;
    if (
      (target === window || target === document || target === document.documentElement || target === document.body) &&
      INPUT.test(type) &&
      !isOnce &&
      !find(target, type, listener, options)
    )
      listening.add({ target, type, listener, capture: isCapturing(options) });
    addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function remove(type, listener, options) {
    const target = this ?? window;
    const known = find(target, type, listener, options);
    if (known) listening.delete(known);
    removeEventListener.call(target, type, listener, options);
  };

  let children = new Set<Element>();
  let listeners = new Set<Listening>();
  let attributes = '';
  const readPageAttributes = (): string => [document.documentElement, document.body].map(readAttributes).join(' / ');

  return {
    remember(): void {
      children = new Set([...document.body.children, ...document.head.children]);
      listeners = new Set(listening);
      attributes = readPageAttributes();
    },
    /** Returns what the page has left behind, as sentences. */
    findLeftovers(): string[] {
      const foreign = [
        ...document.body.children,
        ...[...document.head.children].filter((element) => !element.matches(HEAD_ELEMENTS)),
      ].filter((element) => !children.has(element));
      const left = [...listening].filter((one) => !listeners.has(one));
      return [
        ...foreign.map((element) => `it leaves ${describe(element)} in the document`),
        ...left.map(
          ({ target, type }) => `it leaves a listener for ${type} on the ${target === window ? 'window' : 'document'}`,
        ),
        ...(readPageAttributes() === attributes
          ? []
          : [`it leaves attributes of the page changed: ${readPageAttributes()}`]),
        ...((document.adoptedStyleSheets ?? []).length > 0 ? ['it adopts style sheets for the whole document'] : []),
      ];
    },
  };
};

export type PageAround = ReturnType<typeof watchPageAround>;
