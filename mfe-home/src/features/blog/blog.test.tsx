import { getPost, getPostDraft, listPosts, type PostPage } from '@shop/contracts';
import { createSampleFetch } from '@shop/contracts/sample/createSampleFetch';
import { createApiClient } from '@shop/shared/api-client';
import { siteRead, storefrontEntered } from '@shop/shared/state';
import { aPost, createFakeServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const PAGES = 9;
const aPostPage = (page: number): PostPage => ({
  items: Array.from({ length: 6 }, (_, index) =>
    aPost({ id: `post-${page}-${index}`, title: `Post ${page}.${index}` }),
  ),
  total: PAGES * 6 - 2,
  page,
  pageSize: 6,
});
const detail = {
  ...aPost(),
  store: 'jewellery-store' as const,
  author: 'The studio',
  readingTime: 3,
  body: [
    { kind: 'paragraph' as const, runs: [{ text: 'Close the drain. ' }, { text: 'Write to us', href: '/contact' }] },
  ],
  more: [aPost({ id: 'next', title: 'The next one' })],
};
const listed = respondTo(listPosts, ({ query }) => ({ data: aPostPage(Number(query.page)) }));
const opened = respondTo(getPost, () => ({ data: detail }));

test('lists six posts with picture, date, category, title and link (product 10.1, 10.4)', async () => {
  renderRemote(remote, { at: '/blog', services: createFakeServices([listed]) });
  const posts = await screen.findAllByRole('article');
  expect(posts).toHaveLength(6);
  const [first] = posts;
  if (!first) throw new Error('no post');
  expect(within(first).getByRole('link', { name: 'Post 1.0' })).toHaveAttribute('href', '/blog/post-1-0');
  expect(first).toHaveTextContent('CareNov 3, 2026Post 1.0Warm water, a soft brush.Read more');
});

test.each([
  ['/blog', ['1', '2', '3', '4', '5']],
  ['/blog?page=5', ['3', '4', '5', '6', '7']],
  ['/blog?page=9', ['5', '6', '7', '8', '9']],
])('%s shows up to five page numbers around the current one (product 4.7, 10.1)', async (at, numbers) => {
  renderRemote(remote, { at, services: createFakeServices([listed]) });
  const pages = within(await screen.findByRole('navigation', { name: 'Blog pages' }));
  expect(pages.getAllByRole('link', { name: /^Page/ }).map(({ textContent }) => textContent)).toEqual(numbers);
});

test('the pagination is shown for a single page, too (product 13.4)', async () => {
  renderRemote(remote, { at: '/blog', services: { api: createApiClient({ origin: '', fetch: createSampleFetch() }) } });
  const pages = within(await screen.findByRole('navigation', { name: 'Blog pages' }));
  expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['1']);
});

test.each([
  ['/blog', 'jewellery', 'https://shop.example/blog'],
  ['/blog?page=2&sort=x', 'jewellery', 'https://shop.example/blog?page=2'],
  ['/blog?page=2', 'organic', 'https://shop.example/blog?page=2&store=organic'],
] as const)('the canonical URL of %s in %s is %s (product 1.2)', async (at, storefront, url) => {
  renderRemote(remote, {
    at,
    services: createFakeServices([listed]),
    given: (store) => (
      store.dispatch(siteRead({ origin: 'https://shop.example' })),
      store.dispatch(storefrontEntered(storefront))
    ),
  });
  await screen.findAllByRole('article');
  expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', url);
});

test.each(['?page=0', '?page=-3', '?page=1.5', '?page=x', '?page=1e308'])('%s is the first page', async (query) => {
  const services = createFakeServices([listed]);
  renderRemote(remote, { at: `/blog${query}`, services });
  await screen.findByText('Post 1.0');
  expect(services.listCalls(listPosts).map(({ query: { page } }) => page)).toEqual(['1']);
});

test('changing the page moves the focus to the heading', async () => {
  const { user, location } = renderRemote(remote, { at: '/blog', services: createFakeServices([listed]) });
  await user.click(await screen.findByRole('link', { name: 'Page 2' }));
  expect(await screen.findByText('Post 2.0')).toBeInTheDocument();
  await waitFor(() => expect(location()).toBe('/blog?page=2'));
  // The focus follows in an effect after the posts are there.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Blog' })).toHaveFocus());
});

test('shows an error if posts fail to load, and Retry loads them', async () => {
  let calls = 0;
  const { user } = renderRemote(remote, {
    at: '/blog',
    services: createFakeServices([
      { ...listed, respond: (request) => ((calls += 1) === 1 ? refuse('Closed today') : listed.respond(request)) },
    ]),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load posts: Closed today');
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Post 1.0')).toBeInTheDocument();
});

test('a post shows its text with links, its author, and more posts', async () => {
  renderRemote(remote, {
    at: '/blog/keeping-gold-bright',
    services: createFakeServices([opened]),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Keeping gold bright' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
  expect(screen.getByText('The studio')).toBeInTheDocument();
  expect(screen.getByText('3 min read')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'The next one' })).toHaveAttribute('href', '/blog/next');
});

test('a post of the other storefront switches to that storefront', async () => {
  const { store } = renderRemote(remote, {
    at: '/blog/keeping-gold-bright',
    services: createFakeServices([opened]),
    given: (given) => given.dispatch(storefrontEntered('organic')),
  });
  await screen.findByRole('heading', { level: 1, name: 'Keeping gold bright' });
  expect(store.getState().storefront.currentStore).toBe('jewellery');
});

test('a post of a storefront unknown to the host opens in the current one', async () => {
  // A remote that is newer than the host knows a storefront more in its contracts.
  const value = { success: true, message: '', data: { ...detail, store: 'pirate-store' } } as never;
  const { store } = renderRemote(remote, {
    at: '/blog/keeping-gold-bright',
    services: { api: { request: async () => ({ ok: true, value }) } },
    given: (given) => given.dispatch(storefrontEntered('organic')),
  });
  await screen.findByRole('heading', { level: 1, name: 'Keeping gold bright' });
  expect(store.getState().storefront.currentStore).toBe('organic');
});

test.each([
  ['that nobody wrote', 'Post not found', 404],
  ['whose name the API refuses to read', 'The request is not valid.', 400],
])('a post %s is not found, and the page links back to the blog', async (_what, message, status) => {
  renderRemote(remote, {
    at: '/blog/no-such',
    services: createFakeServices([respondTo(getPost, () => refuse(message, { status }))]),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Post not found' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See all posts' })).toHaveAttribute('href', '/blog');
});

test('a post that fails to load can be retried', async () => {
  let calls = 0;
  const { user } = renderRemote(remote, {
    at: '/blog/keeping-gold-bright',
    services: createFakeServices([
      respondTo(getPost, () => ((calls += 1) === 1 ? refuse('Closed today') : { data: detail })),
    ]),
  });
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Keeping gold bright' })).toBeInTheDocument();
});

test('a preview shows the draft of a post (product 19.33)', async () => {
  const services = createFakeServices([
    respondTo(getPostDraft, () => ({ data: { ...detail, title: 'Being written' } })),
  ]);
  renderRemote(remote, { at: `/blog/${detail.id}?draft=key`, services });
  expect(await screen.findByRole('heading', { level: 1, name: 'Being written' })).toBeInTheDocument();
  expect(services.listCalls(getPostDraft)).toMatchObject([{ params: { id: detail.id }, query: { draft: 'key' } }]);
});
