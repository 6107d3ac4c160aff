import fs from 'node:fs';
import path from 'node:path';
import {
  describeHeldTime,
  getNextDelivery,
  listBrands,
  listCategories,
  listCategoriesWithProducts,
  listTrendingProducts,
} from '@shop/contracts';
import { compileMarkdown } from '@shop/contracts/markdown/compileMarkdown';
import { readText } from '@shop/shared/texts/readText';
import { siteRead, storefrontEntered } from '@shop/shared/state';
import { createFakeServices, renderRemote } from '@shop/shared/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { remote } from '../../remote';

const sources = path.join(__dirname, '../../../../shared/src');
const files = ['texts', 'storefronts'].flatMap((folder) =>
  fs
    .readdirSync(path.join(sources, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file)),
);
const render = (at: string, organic = false) =>
  renderRemote(remote, {
    at,
    services: createFakeServices(),
    given: (store) => organic && store.dispatch(storefrontEntered('organic')),
  });

test.each(files)('%s has a title, a lead and at least three sections', (file) => {
  const { body, updated } = readText(compileMarkdown(fs.readFileSync(path.join(sources, file), 'utf8'), file));
  expect(body.filter((block) => block.kind === 'heading' && block.level === 2).length).toBeGreaterThanOrEqual(3);
  if (updated !== undefined) expect(new Date(updated).toISOString().slice(0, 10)).toBe(updated);
});

test.each([
  ['/about', 'A window for light', 'A line in a field'],
  ['/features', 'Features', 'Features'],
  ['/faq', 'Questions and answers', 'Questions and answers'],
  ['/terms', 'Terms', 'Terms'],
  ['/privacy', 'Privacy', 'Privacy'],
  ['/interest-based-ads', 'Interest-based ads', 'Interest-based ads'],
  ['/accessibility', 'Accessibility', 'Accessibility'],
  ['/sitemap', 'Sitemap', 'Sitemap'],
])('%s has its heading in both storefronts (product 10.3)', async (at, jewellery, organic) => {
  render(at);
  expect(await screen.findByRole('heading', { level: 1, name: jewellery })).toBeInTheDocument();
  document.body.innerHTML = '';
  render(at, true);
  expect(await screen.findByRole('heading', { level: 1, name: organic })).toBeInTheDocument();
});

test.each(['/', '/about', '/faq', '/contact'])('%s is canonical with its storefront (product 1.2)', async (at) => {
  for (const [isOrganic, url] of [
    [false, `https://shop.example${at}`],
    [true, `https://shop.example${at}?store=organic`],
  ] as const) {
    renderRemote(remote, {
      at,
      services: createFakeServices(
        [getNextDelivery, listBrands, listCategories, listCategoriesWithProducts, listTrendingProducts].map(
          (endpoint) => ({ endpoint, respond: () => new Promise(() => undefined) }),
        ),
      ),
      given: (store) => {
        store.dispatch(siteRead({ origin: 'https://shop.example' }));
        if (isOrganic) store.dispatch(storefrontEntered('organic'));
      },
    });
    await screen.findByRole('heading', { level: 1 });
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', url);
    cleanup();
  }
});

test('a long text has a table of contents whose links lead to its headings', async () => {
  render('/privacy');
  const contents = within(await screen.findByRole('navigation', { name: 'On this page' }));
  for (const link of contents.getAllByRole('link'))
    expect(document.querySelector(link.getAttribute('href') ?? '')?.textContent).toBe(link.textContent);
  expect(screen.getByText('Nov 29, 2026')).toBeInTheDocument();
});

test('the privacy text names what stays in the browser, and what a map would request (product 10.7)', async () => {
  render('/privacy');
  expect(await screen.findByText(/your last five searches in each store/)).toHaveTextContent(
    '"Clear recent searches" deletes the searches',
  );
  expect(screen.getByText(/a map of another company/)).toHaveTextContent('only when you press "Show the map"');
});

test.each(['texts/terms.md', ...files.filter((file) => file.endsWith('faq.md'))])(
  '%s says for how long an order is held (product 7.6)',
  (file) => {
    const text = fs.readFileSync(path.join(sources, file), 'utf8');
    for (const isGuest of [true, false]) expect(text).toContain(describeHeldTime('bank', isGuest));
  },
);

test('a question opens its answer, and the links in it work', async () => {
  const { user } = render('/faq');
  const question = await screen.findByText('How do I clean gold?');
  expect(question.closest('details')).not.toHaveAttribute('open');
  await user.click(question);
  expect(question.closest('details')).toHaveAttribute('open');
  expect(screen.getByRole('link', { name: 'Here is how' })).toHaveAttribute('href', '/blog/keeping-gold-bright');
});

test('the banners of the home page link to existing sections of the features page', async () => {
  render('/features');
  await screen.findByRole('heading', { level: 1 });
  for (const id of ['certified-stones', 'engraving', 'size-guide']) expect(document.getElementById(id)).not.toBeNull();
  document.body.innerHTML = '';
  render('/features', true);
  await screen.findByRole('heading', { level: 1 });
  expect(document.getElementById('delivery-slots')).not.toBeNull();
});
