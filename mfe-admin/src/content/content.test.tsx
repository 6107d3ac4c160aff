import {
  discardContentDraft,
  getStaffContent,
  listContent,
  publishContent,
  restoreContent,
  saveHomeDraft,
  saveMenuDraft,
  saveTextDraft,
  unpublishContent,
  uploadPicture,
  type HomeDocument,
  type StaffContent,
  type StaffMe,
  type StaffPicture,
  type TextDocument,
} from '@shop/contracts';
import { storefronts } from '@shop/contracts/storefronts';
import { storefrontsChanged } from '@shop/shared/state';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { storefrontDocuments } from '@shop/shared/storefronts/documents';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { meRead, selectMe } from '../adminSlice';
import { remote } from '../remote';

const { home } = storefrontDocuments.jewellery;
beforeAll(() => void (HTMLElement.prototype.scrollIntoView = jest.fn()));
const aPage = (overrides: Partial<StaffContent> = {}): StaffContent => ({
  store: 'jewellery-store',
  key: 'home',
  shown: true,
  published: null,
  draft: null,
  document: null,
  version: 4,
  history: [],
  preview_url: 'https://shop.example/?draft=one',
  ...overrides,
});
const asDocument = (document: HomeDocument | TextDocument) => ({ ...document }) as Record<string, unknown>;

type Answers = Parameters<typeof createContractServices>[0];
const open = async (place: string, page: StaffContent, answers: Answers = []) => {
  const stored = { data: { ...page, version: page.version + 1, draft: { at: '2026-11-21T12:00:00Z', by: 'Ada' } } };
  const services = createContractServices([
    ...answers,
    respondTo(getStaffContent, () => ({ data: page })),
    respondTo(saveHomeDraft, () => stored),
    respondTo(saveMenuDraft, () => stored),
    respondTo(saveTextDraft, () => stored),
    respondTo(publishContent, () => ({ data: { ...stored.data, draft: null } })),
    respondTo(restoreContent, () => stored),
    respondTo(unpublishContent, () => stored),
    respondTo(discardContentDraft, () => ({ data: page })),
  ]);
  const rendered = renderRemote(remote, { at: `/admin/content/${place}`, services });
  await screen.findByRole('button', { name: /^Publish/ });
  return { ...rendered, services };
};
const listSections = (): (string | null | undefined)[] =>
  within(screen.getByRole('region', { name: 'Sections' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('b')?.textContent);
const choose = (name: string) =>
  within(screen.getByRole('region', { name: 'Sections' })).getByRole('button', { name: new RegExp(`^${name}`) });

test('lists every page with its state: two storefronts and what they share (product 19.18)', async () => {
  renderRemote(remote, {
    at: '/admin/content',
    services: createContractServices([
      respondTo(listContent, () => ({
        data: [
          {
            store: 'every-store',
            key: 'terms' as const,
            published: { number: 2, at: '2026-11-21T12:00:00Z', by: 'Grace' },
            draft: null,
          },
        ],
      })),
    ]),
  });
  const terms = (await screen.findByRole('link', { name: 'Terms' })).closest('li');
  expect(terms).toHaveTextContent('Published');
  expect(terms).toHaveTextContent('Grace');
  expect(screen.getAllByRole('link', { name: 'Home page' }).map((link) => link.getAttribute('href'))).toEqual([
    '/admin/content/jewellery-store/home',
    '/admin/content/organic-store/home',
  ]);
});

test('begins with the page as designed, and stores what is changed a second later (product 19.19)', async () => {
  const { user, services } = await open('jewellery-store/home', aPage());
  expect(listSections()[0]).toBe('Hero slides');
  const headline = screen.getByLabelText('Headline');
  expect(headline).toHaveValue('Light, set');
  expect(screen.getByTitle('The page as shoppers would see it')).toHaveAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms',
  );
  await user.clear(headline);
  await user.type(headline, 'Night, set');
  await waitFor(() => expect(services.listCalls(saveHomeDraft)).toHaveLength(1), { timeout: 3_000 });
  const [call] = services.listCalls(saveHomeDraft);
  expect(call).toMatchObject({ params: { store: 'jewellery-store' }, body: { version: 4 } });
  expect(JSON.stringify(call?.body)).toContain('Night, set');
});

test('moves a section by keys, says where it is, and hides another (product 19.20)', async () => {
  const { user, services } = await open('jewellery-store/home', aPage());
  const [first, second] = listSections();
  fireEvent.keyDown(choose('Hero slides'), { key: 'ArrowDown', altKey: true });
  expect(listSections().slice(0, 2)).toEqual([second, first]);
  expect(screen.getByText(`Hero slides, now 2 of ${home.sections.length}`)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Hide Brands' }));
  expect(screen.getByRole('button', { name: 'Show Brands' })).toBeInTheDocument();
  const readSaved = () =>
    (services.listCalls(saveHomeDraft).at(-1)?.body.document as HomeDocument | undefined)?.sections;
  await waitFor(() => expect(readSaved()?.find(({ kind }) => kind === 'brands')).toMatchObject({ hidden: true }), {
    timeout: 4_000,
  });
  expect(
    readSaved()
      ?.map(({ kind }) => kind)
      .slice(0, 2),
  ).toEqual(['categories', 'hero']);
});

test('what the API would refuse is not sent, and says so at its field (product 19.9)', async () => {
  const { user, services } = await open('jewellery-store/home', aPage());
  const link = screen.getByLabelText('Leads to');
  await user.clear(link);
  await user.type(link, 'javascript:alert(1)');
  expect(await screen.findByText(/^A path such as \/products, or an address/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  expect(link).toHaveFocus();
  expect(services.listCalls(saveHomeDraft)).toEqual([]);
  expect(services.listCalls(publishContent)).toEqual([]);
});

test('stores what is typed before it publishes it (product 19.19)', async () => {
  const { user, services } = await open('jewellery-store/home', aPage());
  await user.type(screen.getByLabelText('Headline'), '!');
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  expect(await screen.findByText(/^Home page is published/)).toBeInTheDocument();
  expect(services.listCalls(saveHomeDraft)).toHaveLength(1);
  expect(services.listCalls(publishContent)).toMatchObject([{ body: { version: 5 } }]);
});

test('a link that leads nowhere is named at its field when it is published (product 19.9)', async () => {
  const { user } = await open('jewellery-store/home', aPage(), [
    {
      endpoint: publishContent,
      respond: () =>
        refuse('The request is not valid.', {
          fields: { 'sections.0.slides.0.href': 'No published product has the address gone.' },
        }),
    },
  ]);
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  expect(await screen.findByText('No published product has the address gone.')).toBeInTheDocument();
  const reason = screen.getByText(/^1 field to correct/).closest('[role="status"]');
  await waitFor(() => expect(reason).toHaveFocus());
  // The first element is as wide as there is room.
  expect(reason?.firstElementChild).toHaveTextContent('1 field to correct.');
  await user.type(screen.getByLabelText('Headline'), '!');
  expect(screen.getByLabelText('Headline')).toHaveFocus();
});

test('a page that is not published for another reason says it, and is there (product 19.9)', async () => {
  const { user } = await open('jewellery-store/home', aPage(), [
    { endpoint: publishContent, respond: () => refuse('The shop is resting.', { status: 503 }) },
  ]);
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  await waitFor(() => expect(screen.getByText('The shop is resting.').closest('[role="status"]')).toHaveFocus());
});

test('what is wrong in a section that is closed opens with its item, and can be published once it is right (product 19.9)', async () => {
  const at = home.sections.findIndex(({ kind }) => kind === 'promotions');
  let refusals = 1;
  const { user, services } = await open('jewellery-store/home', aPage(), [
    {
      endpoint: publishContent,
      respond: () =>
        (refusals -= 1) >= 0
          ? refuse('The request is not valid.', {
              fields: { [`sections.${at}.items.1.href`]: 'No category has the address gone.' },
            })
          : { status: true, message: '', data: { ...aPage({ version: 6 }) } },
    },
  ]);
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  await user.click(await screen.findByRole('button', { name: 'Show' }));
  expect(screen.getByText('No category has the address gone.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Banner 2' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByLabelText('Leads to')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  expect(await screen.findByText(/^Home page is published/)).toBeInTheDocument();
  expect(services.listCalls(publishContent)).toHaveLength(2);
});

test('of two who write, the second sees both versions and chooses (product 19.7)', async () => {
  const theirs = aPage({
    version: 9,
    draft: { at: '2026-11-21T12:00:00Z', by: 'Grace' },
    document: asDocument({ ...home, title: 'Rings by Grace' }),
  });
  let page = aPage();
  let refusals = 1;
  const { user, services } = await open('jewellery-store/home', page, [
    respondTo(getStaffContent, () => ({ data: page })),
    {
      endpoint: saveHomeDraft,
      respond: () =>
        (refusals -= 1) >= 0
          ? refuse('Somebody else', { code: 'CHANGED_MEANWHILE', status: 409 })
          : { status: true, message: '', data: { ...theirs, version: 10 } },
    },
  ]);
  page = theirs;
  const title = screen.getByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Rings by Ada');
  const panel = await screen.findByRole('alert', { name: 'Two versions' }, { timeout: 3_000 });
  expect(panel).toHaveFocus();
  expect(panel.scrollIntoView).toHaveBeenCalled();
  const conflict = within(panel);
  expect(conflict.getByText('Rings by Ada')).toBeInTheDocument();
  expect(conflict.getByText('Rings by Grace')).toBeInTheDocument();
  expect(conflict.getByText(/^Grace saved this page meanwhile/)).toBeInTheDocument();
  await user.click(conflict.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(services.listCalls(saveHomeDraft)).toHaveLength(2));
  expect(services.listCalls(saveHomeDraft)[1]).toMatchObject({
    body: { version: 9, document: { title: 'Rings by Ada' } },
  });
  expect(title).toHaveValue('Rings by Ada');
  expect(title).toHaveFocus();
});

test('the two versions take the focus once: who types on is left alone (product 19.7)', async () => {
  const { user } = await open('jewellery-store/home', aPage(), [
    { endpoint: saveHomeDraft, respond: () => refuse('Somebody else', { code: 'CHANGED_MEANWHILE', status: 409 }) },
  ]);
  const title = screen.getByLabelText('Title');
  await user.type(title, '!');
  expect(await screen.findByRole('alert', { name: 'Two versions' }, { timeout: 3_000 })).toHaveFocus();
  await user.type(title, '?');
  expect(title).toHaveFocus();
});

test('an earlier version becomes the draft, and the page as designed comes back (product 19.8)', async () => {
  const published = { number: 2, at: '2026-11-21T12:00:00Z', by: 'Grace' };
  const { user, services } = await open(
    'jewellery-store/home',
    aPage({ published, document: asDocument(home), history: [published, { ...published, number: 1 }] }),
  );
  await user.click(screen.getByRole('button', { name: 'History' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Shown now')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(services.listCalls(restoreContent)).toMatchObject([{ body: { version: 4, number: 1 } }]));
  await user.click(screen.getByRole('button', { name: 'History' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Show it as designed' }));
  await waitFor(() => expect(services.listCalls(unpublishContent)).toMatchObject([{ body: { version: 5 } }]));
});

test('a draft that is discarded or replaced by a version comes back with Undo (product 19.8)', async () => {
  const mine = { at: '2026-11-21T12:00:00Z', by: 'Ada' };
  const published = { number: 2, at: '2026-11-20T12:00:00Z', by: 'Grace' };
  const { user, services } = await open(
    'jewellery-store/home',
    aPage({
      published,
      draft: mine,
      document: asDocument({ ...home, title: 'Rings by Ada' }),
      history: [published, { ...published, number: 1 }],
    }),
    [respondTo(discardContentDraft, () => ({ data: aPage({ version: 7 }) }))],
  );
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(home.title));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(services.listCalls(saveHomeDraft)).toMatchObject([
      { body: { version: 7, document: { title: 'Rings by Ada' } } },
    ]),
  );
  expect(await screen.findByLabelText('Title')).toHaveValue('Rings by Ada');
  await user.click(screen.getByRole('button', { name: 'History' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(services.listCalls(saveHomeDraft)).toHaveLength(2));
});

test('a version that became the first draft is gone with Undo (product 19.8)', async () => {
  const published = { number: 2, at: '2026-11-20T12:00:00Z', by: 'Grace' };
  const { user, services } = await open(
    'jewellery-store/home',
    aPage({ published, document: asDocument(home), history: [published, { ...published, number: 1 }] }),
  );
  await user.click(screen.getByRole('button', { name: 'History' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(services.listCalls(discardContentDraft)).toMatchObject([{ body: { version: 5 } }]));
});

test('a page of a newer release is not edited as if it were known (product 19.10)', async () => {
  await open('jewellery-store/home', aPage({ document: { title: 'A', sections: [{ kind: 'video' }] } }));
  expect(screen.getByText(/^A newer release of the shop has written this page/)).toBeInTheDocument();
  expect(listSections()[0]).toBe('Hero slides');
});

test('a text page has its heading, its text and what search engines show', async () => {
  const { services, user } = await open(
    'every-store/terms',
    aPage({ store: 'every-store', key: 'terms', preview_url: 'https://shop.example/terms?draft=one' }),
  );
  expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveTextContent('Who we are');
  expect(screen.getByTitle('The page as shoppers would see it')).toHaveAttribute(
    'src',
    'https://shop.example/terms?draft=one',
  );
  await user.type(screen.getByLabelText('Title'), ' of sale');
  await waitFor(() => expect(services.listCalls(saveTextDraft)).toHaveLength(1), { timeout: 3_000 });
  expect(services.listCalls(saveTextDraft)[0]).toMatchObject({
    params: { store: 'every-store', key: 'terms' },
    body: { document: { title: 'Terms of sale' } },
  });
  await act(async () => undefined);
});

test('an address that is mistyped says so', async () => {
  renderRemote(remote, {
    at: '/admin/content/jewellery-store/nothing',
    services: createContractServices([
      {
        endpoint: getStaffContent,
        respond: () => refuse('There is no such page.', { code: 'CONTENT_NOT_FOUND', status: 404 }),
      },
    ]),
  });
  expect(await screen.findByText('There is no such page')).toBeInTheDocument();
});

test('a column of the menu is of a category of the storefront, chosen by its name (product 19.9)', async () => {
  const document = { columns: [{ category: 'tiaras', searches: [] }] };
  const { user, services } = await open('jewellery-store/menu', aPage({ key: 'menu', document }));
  const column = await screen.findByRole('combobox', { name: 'Column 1: category' });
  expect(column).toHaveDisplayValue('tiaras (not in the shop)');
  await user.selectOptions(column, 'Earrings');
  expect(screen.queryByText('tiaras (not in the shop)')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add column' }));
  expect(screen.getByRole('combobox', { name: 'Column 2: category' })).toHaveDisplayValue('Choose a category');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Column 2: category' }), 'Rings');
  await waitFor(() => expect(services.listCalls(saveMenuDraft)).toHaveLength(1), { timeout: 3_000 });
  expect(services.listCalls(saveMenuDraft)[0]?.body.document.columns).toEqual([
    { category: 'earrings', searches: [] },
    { category: 'rings', searches: [] },
  ]);
});

test('a category that staff have made can be chosen, in their order (product 16.80)', async () => {
  const { store } = await open('jewellery-store/menu', aPage({ key: 'menu' }));
  const categories = [...storefronts.jewellery.categories, { slug: 'anklets', name: 'Anklets' }].toReversed();
  act(() => void store.dispatch(storefrontsChanged({ jewellery: { categories } })));
  const column = await screen.findByRole('combobox', { name: 'Column 1: category' });
  expect(
    within(column)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(categories.map(({ name }) => name));
});

test('the categories of a section are chosen by name, added and taken away (product 19.9)', async () => {
  const document = asDocument({
    ...storefrontDocuments.organic.home,
    sections: [{ kind: 'tiles', categories: ['fruits', 'gone'] }],
  });
  const { user, services } = await open('organic-store/home', aPage({ store: 'organic-store', document }));
  expect(await screen.findByRole('combobox', { name: 'Category 1' })).toHaveDisplayValue('Fruits');
  expect(screen.getByRole('combobox', { name: 'Category 2' })).toHaveDisplayValue('gone (not in the shop)');
  await user.click(screen.getByRole('button', { name: 'Remove category 2' }));
  await user.click(screen.getByRole('button', { name: 'Add category' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category 2' }), 'Vegetables');
  await waitFor(() => expect(services.listCalls(saveHomeDraft)).toHaveLength(1), { timeout: 3_000 });
  expect(services.listCalls(saveHomeDraft)[0]?.body.document.sections).toEqual([
    { kind: 'tiles', categories: ['fruits', 'vegetables'] },
  ]);
});

test('searches of a column are typed with their spaces, and looking at them changes nothing', async () => {
  const document = { columns: [{ category: 'rings', searches: [{ label: 'Bands', q: 'bands' }] }] };
  const { user, services } = await open('jewellery-store/menu', aPage({ key: 'menu', document }));
  const searches = await screen.findByLabelText('Searches in it, optional');
  await user.click(searches);
  await user.tab();
  // Nothing waits to be stored.
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
  await user.type(searches, '\n\nStuds = stud earrings ');
  expect(searches).toHaveValue('Bands = bands\n\nStuds = stud earrings ');
  await user.tab();
  expect(searches).toHaveValue('Bands = bands\nStuds = stud earrings');
  await waitFor(() => expect(services.listCalls(saveMenuDraft)).toHaveLength(1), { timeout: 3_000 });
  expect(services.listCalls(saveMenuDraft)[0]?.body.document.columns[0]?.searches).toEqual([
    { label: 'Bands', q: 'bands' },
    { label: 'Studs', q: 'stud earrings' },
  ]);
});

/** An answer that comes when the test says so. */
const later = () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  return { answer, answered };
};

test('what is typed while a page is published is stored afterwards (product 19.19)', async () => {
  const { answer, answered } = later();
  const { user, services } = await open(
    'jewellery-store/home',
    aPage({ draft: { at: '2026-11-21T12:00:00Z', by: 'Ada' } }),
    [
      respondTo(publishContent, async () => {
        await answered;
        return { data: aPage({ version: 9 }) };
      }),
    ],
  );
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  await user.type(screen.getByLabelText('Headline'), '!');
  answer();
  await waitFor(() => expect(services.listCalls(saveHomeDraft)).toMatchObject([{ body: { version: 9 } }]), {
    timeout: 3_000,
  });
  expect(await screen.findByText(/^Draft, saved/)).toBeInTheDocument();
});

test('a page that is stored slowly is stored in one order, also when it is published meanwhile (product 19.19)', async () => {
  const { answer, answered } = later();
  let version = 4;
  const { user, services } = await open('jewellery-store/home', aPage(), [
    respondTo(saveHomeDraft, async () => {
      await answered;
      return { data: aPage({ version: (version += 1), draft: { at: '2026-11-21T12:00:00Z', by: 'Ada' } }) };
    }),
  ]);
  const headline = screen.getByLabelText('Headline');
  await user.type(headline, '!');
  expect(await screen.findByText('Saving …', {}, { timeout: 3_000 })).toBeInTheDocument();
  await user.type(headline, '?');
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  answer();
  expect(await screen.findByText(/^Home page is published/)).toBeInTheDocument();
  expect(services.listCalls(saveHomeDraft)).toMatchObject([{ body: { version: 4 } }, { body: { version: 5 } }]);
  expect(services.listCalls(publishContent)).toMatchObject([{ body: { version: 6 } }]);
});

test('a publication that was refused is tried again, and what was wrong is gone (product 19.9)', async () => {
  let refusals = 1;
  const { user, services } = await open('jewellery-store/home', aPage(), [
    {
      endpoint: publishContent,
      respond: () =>
        (refusals -= 1) >= 0
          ? refuse('The shop is resting.', { status: 503 })
          : { status: true, message: '', data: aPage({ version: 6 }) },
    },
  ]);
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Home page is published/)).toBeInTheDocument();
  expect(screen.queryByText('The shop is resting.')).not.toBeInTheDocument();
  expect(services.listCalls(publishContent)).toHaveLength(2);
});

test('what was not stored when the session ended is there after signing in again (product 19.19)', async () => {
  const { user, store, goTo } = await open('jewellery-store/home', aPage());
  await user.clear(screen.getByLabelText('Headline'));
  await user.type(screen.getByLabelText('Title'), ' by Ada');
  const me = selectMe(store.getState()) as StaffMe;
  act(() => void store.dispatch(meRead(null)));
  await screen.findByRole('button', { name: 'Sign in with a passkey' });
  await act(async () => {
    store.dispatch(meRead(me));
    await goTo('/admin/content/jewellery-store/home');
  });
  expect(await screen.findByLabelText('Title')).toHaveValue(`${home.title} by Ada`);
  expect(screen.getByText('1 field to correct.')).toBeInTheDocument();
});

test('a picture comes to the slide for which it was chosen, whatever is open by then (product 19.19)', async () => {
  const { answer, answered } = later();
  const picture: StaffPicture = {
    ...{ id: 1, hash: 'a'.repeat(64), name: 'a.png', url: '/media/new.webp', width: 1_200, height: 800 },
    ...{ alt: 'A ring', state: 'ready', error: '', bytes: 1, by: 'Ada', date: '2026-11-21T12:00:00Z' },
  };
  const { user, services } = await open('jewellery-store/home', aPage(), [
    respondTo(uploadPicture, async () => {
      await answered;
      return { picture };
    }),
  ]);
  await user.upload(screen.getByLabelText('Upload'), new File(['x'], 'a.png', { type: 'image/png' }));
  expect(screen.getByText('The picture is on its way …')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Slide 2' }));
  expect(screen.queryByText('The picture is on its way …')).not.toBeInTheDocument();
  await user.click(choose('Brands'));
  fireEvent.keyDown(choose('Hero slides'), { key: 'ArrowDown', altKey: true });
  answer();
  await waitFor(() => expect(services.listCalls(saveHomeDraft)).toHaveLength(1), { timeout: 4_000 });
  const { sections } = services.listCalls(saveHomeDraft).at(-1)?.body.document as HomeDocument;
  expect(sections[1]).toMatchObject({ slides: [{ picture: { src: '/media/new.webp', alt: 'A ring' } }, {}, {}] });
  expect(JSON.stringify(sections).split('/media/new.webp')).toHaveLength(2);
});

test('the promotion of the menu is written, and is as designed again (product 19.19)', async () => {
  const document = { columns: [{ category: 'rings', searches: [] }] };
  const { user, services } = await open('jewellery-store/menu', aPage({ key: 'menu', document }));
  await user.click(await screen.findByRole('button', { name: 'Write your own' }));
  await user.type(screen.getByLabelText('Title'), 'Summer');
  await user.click(screen.getByRole('button', { name: /^Publish/ }));
  expect(screen.getByText('Choose a picture.')).toBeInTheDocument();
  expect(services.listCalls(saveMenuDraft)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show it as designed' }));
  await waitFor(() => expect(services.listCalls(saveMenuDraft)).toMatchObject([{ body: { document } }]), {
    timeout: 3_000,
  });
});
