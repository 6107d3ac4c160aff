import {
  getContent,
  getContentDraft,
  getNextDelivery,
  listBrands,
  listCategories,
  listCategoriesWithProducts,
  listTrendingProducts,
} from '@shop/contracts';
import { aCategory, aTopProduct, createFakeServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { storefrontsChanged } from '@shop/shared/state';
import { storefrontDocuments } from '@shop/shared/storefronts/documents';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const { sections } = storefrontDocuments.jewellery.home;
const goods = [
  respondTo(listCategories, () => ({ data: [aCategory()] })),
  respondTo(listBrands, () => ({ data: [] })),
  respondTo(listCategoriesWithProducts, () => ({
    data: { categories: [aCategory()], products: [aTopProduct()], selected_category_slug: 'rings' },
  })),
  respondTo(getNextDelivery, () => ({ data: { day: '', hours: '' }, areas: [] })),
  respondTo(listTrendingProducts, () => ({ data: { page: 1, pageCount: 1, products: [aTopProduct()] } })),
];
const publish = (keys: Readonly<Record<string, number>>) => storefrontsChanged({ jewellery: { published: keys } });
const renderAt = (
  at: string,
  respond: (asked: { store: string; key: string }) => Record<string, unknown>,
  published: Readonly<Record<string, number>> = {},
) => {
  const services = createFakeServices([
    respondTo(getContent, ({ params }) => ({ data: respond(params) })),
    respondTo(getContentDraft, ({ params }) => ({ data: respond(params) })),
    ...goods,
  ]);
  renderRemote(remote, { at, services, given: (store) => store.dispatch(publish(published)) });
  return services;
};
const listRegions = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));

test('shows the sections that staff have published, in their order, without hidden ones (product 19.3)', async () => {
  const find = (kind: string) => sections.find((section) => section.kind === kind);
  const home = {
    title: 'Rings',
    sections: [find('services'), { ...find('hero'), hidden: true }, { kind: 'trending', title: 'Loved now' }],
  };
  const services = renderAt('/', () => home, { home: 3 });
  await waitFor(() => expect(listRegions()).toEqual(['Good to know', 'Loved now']));
  expect(screen.getByRole('heading', { level: 1, name: 'Oriel: Light, set in gold' })).toBeInTheDocument();
  expect(services.listCalls(getContent)).toEqual([{ params: { store: 'jewellery-store', key: 'home' } }]);
});

test('a legal text that staff have published says of which day it is (product 19.35)', async () => {
  const document = {
    title: 'Terms of the Green Door',
    lead: 'Short.',
    description: 'Short.',
    body: [{ kind: 'paragraph', runs: [{ text: 'Be kind.' }] }],
  };
  const services = createFakeServices([
    { endpoint: getContent, respond: () => ({ status: true, message: '', data: document, updated: '2026-11-29' }) },
    ...goods,
  ]);
  renderRemote(remote, { at: '/terms', services, given: (store) => store.dispatch(publish({ terms: 1 })) });
  expect(await screen.findByText('Be kind.')).toBeInTheDocument();
  expect(screen.getByText('Nov 29, 2026')).toHaveAttribute('datetime', '2026-11-29');
});

test('asks for nothing while staff have published nothing (product 19.3)', async () => {
  const services = renderAt('/', () => ({}));
  expect(await screen.findByRole('region', { name: 'Highlights' })).toBeInTheDocument();
  expect(services.listCalls(getContent)).toEqual([]);
});

test('a page all of whose sections are hidden has none, and not those of its design (product 19.3)', async () => {
  const services = renderAt('/', () => ({ title: 'Rings', sections: [] }), { home: 3 });
  await waitFor(() => expect(document.title).toMatch(/^Rings/));
  expect(screen.getByRole('heading', { level: 1, name: 'Oriel: Light, set in gold' })).toBeInTheDocument();
  expect(screen.queryAllByRole('region')).toEqual([]);
  expect(services.listCalls(getContent)).toHaveLength(1);
});

test('leaves out sections that a newer release has written (product 19.4)', async () => {
  renderAt('/', () => ({ title: 'A', sections: [{ kind: 'video', url: '/x' }, { kind: 'brands' }, sections[1]] }), {
    home: 1,
  });
  await waitFor(() => expect(listRegions()).toEqual(['Shop by category']));
});

test('shows what was compiled if it cannot show what was published (product 19.4)', async () => {
  renderAt('/', () => ({ title: 7 }), { home: 1 });
  expect(await screen.findByRole('region', { name: 'Highlights' })).toBeInTheDocument();
});

test('a page that does not load says so and can be tried again', async () => {
  const services = createFakeServices([{ endpoint: getContent, respond: () => refuse('Closed today') }, ...goods]);
  const { user } = renderRemote(remote, {
    at: '/about',
    services,
    given: (store) => store.dispatch(publish({ about: 1 })),
  });
  expect(await screen.findByText('Failed to load the page: Closed today')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(services.listCalls(getContent)).toHaveLength(2);
});

test('a preview shows the draft (product 19.5)', async () => {
  const services = renderAt('/terms?draft=abc', () => ({
    title: 'Our terms',
    lead: 'Short ones.',
    description: '',
    body: [
      { kind: 'heading', level: 2, id: 'returns', text: 'Returns' },
      { kind: 'paragraph', runs: [{ text: 'Within ' }, { text: 'a month', strong: true }] },
    ],
  }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Our terms' })).toBeInTheDocument();
  expect(within(screen.getByRole('navigation', { name: 'On this page' })).getByRole('link')).toHaveTextContent(
    'Returns',
  );
  expect(services.listCalls(getContentDraft)).toEqual([
    { params: { store: 'every-store', key: 'terms' }, query: { draft: 'abc' } },
  ]);
});

test('a text is shown whole: before its first heading, and questions without a group (product 19.37)', async () => {
  const paragraph = (text: string) => ({ kind: 'paragraph', runs: [{ text }] });
  const heading = (text: string, level: 2 | 3) => ({ kind: 'heading', level, text, id: text.toLowerCase() });
  const document = {
    ...{ title: 'Questions', lead: 'Short.', description: 'Short.' },
    body: [
      paragraph('Before all.'),
      heading('Alone', 3),
      paragraph('It is.'),
      heading('Group', 2),
      paragraph('About it.'),
    ],
  };
  renderAt('/faq', () => document, { faq: 1 });
  expect(await screen.findByText('Before all.')).toBeInTheDocument();
  expect(screen.getByText('Alone').closest('details')).toHaveTextContent('It is.');
  expect(screen.getByText('About it.')).toBeInTheDocument();
});

test('an about page without headings shows its text (product 19.37)', async () => {
  const body = [{ kind: 'paragraph', runs: [{ text: 'We opened in 2026.' }] }];
  renderAt('/about', () => ({ title: 'About', lead: 'Short.', description: 'Short.', body }), { about: 1 });
  expect(await screen.findByText('We opened in 2026.')).toBeInTheDocument();
});

test.each([
  ['shown', '/products/category/rings?sort=newest'],
  ['shown', '/products/category/rings#results'],
  ['shown', '/products/category/rings/'],
  ['shown', '/products/category/rings/?sort=newest#results'],
  ['left out', '/products/category/hats?sort=newest'],
  ['left out', '/products/category/rings-and-more'],
])('promotions are %s if one leads to %s (product 19.2)', async (how, href) => {
  const promotions = sections.find(({ kind }) => kind === 'promotions');
  const items = promotions?.kind === 'promotions' ? promotions.items : [];
  const changed = { ...promotions, items: items.map((item, index) => (index === 1 ? { ...item, href } : item)) };
  const home = { title: 'Rings', sections: [changed, { kind: 'categories', title: 'Shop by category' }] };
  renderAt('/', () => home, { home: 3 });
  await screen.findByRole('link', { name: 'Rings' });
  const isShown = listRegions().includes('Wedding rings and luxury watches');
  expect(isShown).toBe(how === 'shown');
});

test('a single slide has nothing to press (product 19.3)', async () => {
  const hero = sections.find(({ kind }) => kind === 'hero');
  const slide = hero?.kind === 'hero' ? hero.slides[0] : undefined;
  renderAt('/', () => ({ title: 'Rings', sections: [{ kind: 'hero', slides: [slide] }] }), { home: 3 });
  const highlights = within(await screen.findByRole('region', { name: 'Highlights' }));
  expect(highlights.getByRole('link', { name: 'Shop now' })).toBeInTheDocument();
  expect(highlights.queryAllByRole('button')).toEqual([]);
});
