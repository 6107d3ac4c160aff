import {
  createPost,
  discardContentDraft,
  getStaffContent,
  listContent,
  listStaffPosts,
  publishContent,
  savePostDraft,
  unpublishContent,
  type PostDocument,
  type PostState,
  type StaffContent,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';

// jsdom scrolls nothing.
beforeAll(() => void (HTMLElement.prototype.scrollIntoView = () => undefined));
const STORE = 'jewellery-store' as const;
const aDocument: PostDocument = {
  title: 'Pearls by the sea',
  lead: 'Where they come from.',
  category: 'Guide',
  author: 'Ada',
  time: '2026-11-20',
  body: [{ kind: 'paragraph', runs: [{ text: 'Slowly.' }] }],
};
const aPost = (overrides: Partial<StaffContent> = {}): StaffContent => ({
  store: STORE,
  key: 'post.pearls',
  shown: false,
  published: null,
  draft: { at: '2026-11-21T12:00:00Z', by: 'Ada' },
  document: { ...aDocument },
  version: 4,
  history: [],
  preview_url: 'https://shop.example/blog/pearls?draft=one',
  ...overrides,
});
const aState = (overrides: Partial<PostState> = {}): PostState => ({
  id: 'pearls',
  title: 'Pearls by the sea',
  time: '2026-11-20',
  shown: true,
  draft: null,
  ...overrides,
});

const listed = respondTo(listStaffPosts, ({ query }) => ({
  data: {
    store: STORE,
    items: [
      aState({ title: `Page ${query.cursor ?? '1'}`, shown: false, draft: { at: '2026-11-21T12:00:00Z', by: 'Ada' } }),
      aState({ id: 'gold', title: 'Gold' }),
    ],
    next: query.cursor === undefined ? '2' : null,
  },
}));
const openList = async () => {
  const services = createContractServices([
    listed,
    respondTo(createPost, () => ({ data: aPost() })),
    respondTo(getStaffContent, () => ({ data: aPost() })),
  ]);
  const rendered = renderRemote(remote, { at: `/admin/content/${STORE}/posts`, services });
  await screen.findByRole('link', { name: 'Page 1' });
  return { ...rendered, services };
};
type Answers = Parameters<typeof createContractServices>[0];
const openPost = async (post: StaffContent, answers: Answers = []) => {
  const services = createContractServices([
    ...answers,
    listed,
    respondTo(getStaffContent, () => ({ data: post })),
    respondTo(savePostDraft, ({ body }) => ({ data: { ...post, version: 5, document: { ...body.document } } })),
    respondTo(publishContent, () => ({ data: { ...post, version: 6, shown: true, draft: null } })),
    respondTo(unpublishContent, () => ({ data: { ...post, shown: false } })),
    respondTo(discardContentDraft, () => ({ data: { ...post, draft: null, document: {} } })),
  ]);
  const rendered = renderRemote(remote, { at: `/admin/content/${STORE}/post.pearls`, services });
  await screen.findByRole('button', { name: /^Publish/ });
  return { ...rendered, services };
};

test('the desk of content leads to the posts of each storefront (product 19.27)', async () => {
  renderRemote(remote, {
    at: '/admin/content',
    services: createContractServices([respondTo(listContent, () => ({ data: [] }))]),
  });
  const links = await screen.findAllByRole('link', { name: 'Posts' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/content/jewellery-store/posts',
    '/admin/content/organic-store/posts',
  ]);
});

test('posts are listed with their state and day, a page at a time (product 19.27)', async () => {
  const { user } = await openList();
  const row = screen.getByRole('link', { name: 'Page 1' }).closest('li');
  expect(row).toHaveTextContent('Not in the blogDraftNov 20, 2026');
  expect(screen.getByRole('link', { name: 'Gold' })).toHaveAttribute('href', `/admin/content/${STORE}/post.gold`);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('link', { name: 'Page 2' })).toBeVisible();
});

test('a new post begins with its title (product 19.27)', async () => {
  const { user, services } = await openList();
  await user.click(screen.getByRole('button', { name: 'New post' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New post' }));
  await user.click(dialog.getByRole('button', { name: 'Write the post' }));
  expect(dialog.getByText('Fill this in.')).toBeVisible();
  await user.type(dialog.getByLabelText('Title'), 'Pearls by the sea');
  await user.click(dialog.getByRole('button', { name: 'Write the post' }));
  // Beside the post, and no longer in the dialog.
  expect(await screen.findByRole('region', { name: 'Preview' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Post' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Pearls by the sea');
  expect(services.listCalls(createPost)).toEqual([{ params: { store: STORE }, body: { title: 'Pearls by the sea' } }]);
});

test('what is typed is stored, and then published (product 19.28)', async () => {
  const { user, services } = await openPost(aPost());
  await user.type(screen.getByLabelText('Category'), 's');
  fireEvent.change(screen.getByLabelText('Day of publication'), { target: { value: '2026-11-19' } });
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  expect(await screen.findByText(/^Post is published/)).toBeInTheDocument();
  expect(services.listCalls(savePostDraft)).toMatchObject([
    {
      params: { store: STORE, id: 'pearls' },
      body: { version: 4, document: { category: 'Guides', time: '2026-11-19' } },
    },
  ]);
  expect(services.listCalls(publishContent)).toMatchObject([{ params: { key: 'post.pearls' }, body: { version: 5 } }]);
});

test('what is missing is named at its field when it is published (product 19.34)', async () => {
  const { user } = await openPost(aPost(), [
    {
      endpoint: publishContent,
      respond: () => refuse('The request is not valid.', { fields: { time: 'This day has not come yet.' } }),
    },
  ]);
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  expect(await screen.findByText('This day has not come yet.')).toBeVisible();
});

test('a picture can be left out again (product 19.28)', async () => {
  const picture = { src: '/media/blog/sea-640.webp', alt: 'The sea' };
  const { user, services } = await openPost(aPost({ document: { ...aDocument, picture } }));
  expect(screen.getByLabelText('Alternative text')).toHaveValue('The sea');
  await user.click(screen.getByRole('button', { name: 'Leave out the picture' }));
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  expect(await screen.findByText(/^Post is published/)).toBeInTheDocument();
  expect(services.listCalls(savePostDraft)[0]?.body.document).toEqual(aDocument);
});

test('a day that is left out is not sent (product 19.34)', async () => {
  const { services } = await openPost(aPost());
  fireEvent.change(screen.getByLabelText('Day of publication'), { target: { value: '' } });
  expect(await screen.findByText('Choose a day.')).toBeVisible();
  expect(services.listCalls(savePostDraft)).toEqual([]);
});

test('a post that this release cannot read is not edited as if it were known (product 19.10)', async () => {
  renderRemote(remote, {
    at: `/admin/content/${STORE}/post.pearls`,
    services: createContractServices([
      respondTo(getStaffContent, () => ({ data: aPost({ document: { title: 'Film', video: '/x' } }) })),
    ]),
  });
  expect(await screen.findByText(/^A newer release of the shop has written it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Publish/ })).toBeNull();
});

test('a post is taken out of the blog from its history (product 19.32)', async () => {
  const { user, services } = await openPost(aPost({ shown: true, draft: null }));
  await user.click(screen.getByRole('button', { name: 'History' }));
  await user.click(screen.getByRole('button', { name: 'Take it out of the blog' }));
  expect(await screen.findByText('The post is out of the blog, and a draft.')).toBeInTheDocument();
  expect(services.listCalls(unpublishContent)).toMatchObject([{ params: { store: STORE, key: 'post.pearls' } }]);
  expect(await screen.findByText('Not in the blog')).toBeVisible();
});

test('a draft that is discarded before it was published leads back to the list, and comes back with Undo (product 19.8)', async () => {
  const { user, services } = await openPost(aPost());
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(services.listCalls(savePostDraft)).toMatchObject([{ body: { document: aDocument } }]));
  expect(await screen.findByRole('button', { name: /^Publish/ })).toBeVisible();
});
