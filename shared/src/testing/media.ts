/** Media queries for jsdom, limited to the two that the shop uses. */
const media = { width: 1_280, reducedMotion: false };
const lists = new Set<TestMediaList>();

const evaluate = (query: string): boolean => {
  const minWidth = /^\(min-width: (\d+)px\)$/.exec(query)?.[1];
  if (minWidth !== undefined) return media.width >= Number(minWidth);
  if (query === '(prefers-reduced-motion: reduce)') return media.reducedMotion;
  throw new Error(`Unsupported media query in tests: ${query}`);
};

class TestMediaList extends EventTarget {
  constructor(readonly media: string) {
    super();
    lists.add(this);
  }
  get matches(): boolean {
    return evaluate(this.media);
  }
}

/** Installed for every test of a component. */
export const matchTestMedia = (query: string): TestMediaList => new TestMediaList(query);

/** Changes width or motion preference and notifies listeners. */
export const setMedia = (changes: Partial<typeof media>): void => {
  Object.assign(media, changes);
  for (const list of lists) list.dispatchEvent(new Event('change'));
};

export const resetMedia = (): void => {
  lists.clear();
  Object.assign(media, { width: 1_280, reducedMotion: false });
};
