import { listBrands, listCategories, listCategoriesWithProducts, listTrendingProducts } from '@shop/contracts';
import { createFakeServices, renderRemote, setMedia } from '@shop/shared/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { remote } from '../../remote';

const waiting = [listBrands, listCategories, listCategoriesWithProducts, listTrendingProducts].map((endpoint) => ({
  endpoint,
  respond: () => new Promise(() => undefined),
}));

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
});

const renderHero = async () => {
  renderRemote(remote, { at: '/', services: createFakeServices(waiting) });
  await act(async () => jest.advanceTimersByTimeAsync(0));
  return screen.getByRole('region', { name: 'Highlights' });
};
/** In steps, so that React renders between timers. */
const wait = (milliseconds: number): void => {
  for (let left = milliseconds; left > 0; left -= 500) act(() => void jest.advanceTimersByTime(Math.min(left, 500)));
};
const press = (name: string): boolean =>
  fireEvent.click(within(screen.getByRole('region', { name: 'Highlights' })).getByRole('button', { name }));
/** The visible slide is the focusable one. */
const shown = (): string | null =>
  screen
    .getByRole('region', { name: 'Highlights' })
    .querySelector('[aria-roledescription="slide"]:not([inert])')
    ?.getAttribute('aria-label') ?? null;

test('shows three slides with category, title, highlight, description, picture and Shop now (product 3.3, 3.12)', async () => {
  const hero = await renderHero();
  wait(2_000); // The other pictures load after the page.
  const slides = [...hero.querySelectorAll('[aria-roledescription="slide"]')];
  expect(slides).toHaveLength(3);
  for (const slide of slides) {
    expect(slide.querySelector('h2 em')?.textContent).not.toBe('');
    expect(slide.querySelectorAll('p')).toHaveLength(2);
    expect(slide.querySelector('img')?.getAttribute('alt')).not.toBe('');
    expect(slide.querySelector('a')).toHaveAttribute('href', '/shop');
    expect(slide.querySelector('a')).toHaveTextContent('Shop now');
  }
});

test('loads the first picture with priority, and the others after the page', async () => {
  const hero = await renderHero();
  expect(hero.querySelectorAll('img')).toHaveLength(1);
  expect(hero.querySelector('img')).toHaveAttribute('fetchpriority', 'high');
  wait(1_500);
  expect(hero.querySelectorAll('img')).toHaveLength(3);
});

test('advances every six seconds and wraps at the end (product 3.3)', async () => {
  await renderHero();
  expect(shown()).toBe('1 of 3');
  wait(5_999);
  expect(shown()).toBe('1 of 3');
  wait(1);
  expect(shown()).toBe('2 of 3');
  wait(6_000);
  expect(shown()).toBe('3 of 3');
  wait(6_000);
  expect(shown()).toBe('1 of 3');
});

test('a transition locks the controls for one second; previous and next wrap (product 3.3)', async () => {
  await renderHero();
  press('Previous slide');
  expect(shown()).toBe('3 of 3');
  expect(screen.getByRole('button', { name: 'Next slide' })).toHaveAttribute('aria-disabled', 'true');
  press('Next slide');
  press('Slide 2');
  wait(999);
  press('Next slide');
  expect(shown()).toBe('3 of 3');
  wait(1);
  expect(screen.getByRole('button', { name: 'Next slide' })).not.toHaveAttribute('aria-disabled');
  press('Next slide');
  expect(shown()).toBe('1 of 3');
  wait(1_000);
  press('Slide 3');
  expect(shown()).toBe('3 of 3');
  expect(screen.getByRole('button', { name: 'Slide 3' })).toHaveAttribute('aria-current', 'true');
});

test('does not advance automatically during a transition (product 3.3)', async () => {
  await renderHero();
  wait(5_500);
  press('Next slide');
  expect(shown()).toBe('2 of 3');
  wait(500); // At six seconds the change half a second ago still locks the controls.
  expect(shown()).toBe('2 of 3');
  wait(6_000);
  expect(shown()).toBe('3 of 3');
});

test('pause stops it, play resumes it', async () => {
  await renderHero();
  press('Pause slides');
  wait(60_000);
  expect(shown()).toBe('1 of 3');
  press('Play slides');
  wait(6_000);
  expect(shown()).toBe('2 of 3');
});

test.each([
  [
    'the pointer is on it',
    (hero: HTMLElement) => fireEvent.mouseEnter(hero),
    (hero: HTMLElement) => fireEvent.mouseLeave(hero),
  ],
  [
    'the focus is in it',
    (hero: HTMLElement) => fireEvent.focus(within(hero).getByRole('button', { name: 'Next slide' })),
    (hero: HTMLElement) =>
      fireEvent.blur(within(hero).getByRole('button', { name: 'Next slide' }), { relatedTarget: document.body }),
  ],
  ['its tab is hidden', () => hideTab('hidden'), () => hideTab('visible')],
  [
    'the reader wishes for less motion',
    () => act(() => setMedia({ reducedMotion: true })),
    () => act(() => setMedia({ reducedMotion: false })),
  ],
])('does not advance while %s (product 15.1)', async (_, begin, end) => {
  const hero = await renderHero();
  begin(hero);
  wait(60_000);
  expect(shown()).toBe('1 of 3');
  end(hero);
  wait(6_000);
  expect(shown()).toBe('2 of 3');
});

test('stays paused while the focus moves between its controls', async () => {
  const hero = await renderHero();
  const [next, pause] = [
    within(hero).getByRole('button', { name: 'Next slide' }),
    within(hero).getByRole('button', { name: 'Pause slides' }),
  ];
  fireEvent.focus(next);
  fireEvent.blur(next, { relatedTarget: pause });
  fireEvent.focus(pause);
  wait(60_000);
  expect(shown()).toBe('1 of 3');
});

test('announces slides to screen readers only while paused', async () => {
  const hero = await renderHero();
  const live = (): string | null | undefined => hero.querySelector('[aria-live]')?.getAttribute('aria-live');
  expect(live()).toBe('off');
  press('Pause slides');
  expect(live()).toBe('polite');
});

const hideTab = (state: 'hidden' | 'visible'): void => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  fireEvent(document, new Event('visibilitychange'));
};
