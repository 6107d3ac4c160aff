import {
  getStaffContent,
  previewMail,
  publishContent,
  saveMailsDraft,
  sendTestMail,
  type MailsDocument,
  type StaffContent,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';

const aPage = (words?: MailsDocument['words'], overrides: Partial<StaffContent> = {}): StaffContent => ({
  store: 'organic-store',
  key: 'mails',
  published: null,
  draft: null,
  document: words ? { words } : null,
  version: 4,
  history: [],
  shown: true,
  preview_url: 'https://shop.example/',
  ...overrides,
});
const mail = {
  from: 'Furrow',
  reply_to: 'hello@furrow.example',
  subject: 'Your order ORD-7K3M-22AB',
  text: 'Thank you.',
  page: '/api/admin/mails/organic-store/order-received/page',
};

type Answers = Parameters<typeof createContractServices>[0];
const open = async (page: StaffContent, answers: Answers = []) => {
  const stored = { data: { ...page, version: page.version + 1, draft: { at: '2026-11-21T12:00:00Z', by: 'Ada' } } };
  const services = createContractServices([
    ...answers,
    respondTo(getStaffContent, () => ({ data: page })),
    respondTo(saveMailsDraft, () => stored),
    respondTo(publishContent, () => ({ data: { ...stored.data, draft: null } })),
    respondTo(previewMail, () => ({ data: mail })),
    respondTo(sendTestMail, () => ({ to: 'ada@example.com' })),
  ]);
  const rendered = renderRemote(remote, { at: '/admin/content/organic-store/mails', services });
  await screen.findByRole('navigation', { name: 'Mails' });
  return { ...rendered, services };
};
const choose = (name: RegExp) =>
  within(screen.getByRole('navigation', { name: 'Mails' })).getByRole('button', { name });

test('shows the words of each mail as designed, stores what is changed, and nothing else (product 19.21)', async () => {
  const { user, services } = await open(aPage());
  expect(screen.getByLabelText('Subject')).toHaveValue('Your order {number}');
  await user.click(choose(/^Welcome/));
  expect(screen.getByLabelText('Heading')).toHaveValue('Welcome to {shop}');
  await user.clear(screen.getByLabelText('Heading'));
  await user.type(screen.getByLabelText('Heading'), 'Come in');
  await waitFor(() => expect(services.listCalls(saveMailsDraft)).toHaveLength(1), { timeout: 3_000 });
  expect(services.listCalls(saveMailsDraft)[0]).toMatchObject({
    params: { store: 'organic-store' },
    body: { version: 4, document: { words: { welcome: { heading: 'Come in' } } } },
  });
  expect(choose(/^Welcome/)).toHaveTextContent('Your words');
  await user.click(screen.getByRole('button', { name: 'Use the words as designed' }));
  expect(screen.getByLabelText('Heading')).toHaveValue('Welcome to {shop}');
  await waitFor(
    () => expect(services.listCalls(saveMailsDraft).at(-1)?.body).toMatchObject({ document: { words: {} } }),
    { timeout: 3_000 },
  );
});

test('a place is put where the cursor was, and one that is missing is said at its field (product 19.23)', async () => {
  const { user, services } = await open(aPage());
  const subject = screen.getByLabelText('Subject');
  await user.clear(subject);
  await user.type(subject, 'Thanks for ');
  expect(await screen.findByText(/^Keep \{number\} here/)).toBeInTheDocument();
  expect(choose(/^Order received Some/)).toHaveTextContent('Something is to be corrected');
  await user.click(screen.getByRole('button', { name: 'Insert number' }));
  expect(subject).toHaveValue('Thanks for {number}');
  await waitFor(() => expect(subject).toHaveFocus());
  expect(screen.queryByText(/^Keep \{number\} here/)).toBeNull();
  await waitFor(() => expect(services.listCalls(saveMailsDraft)).toHaveLength(1), { timeout: 3_000 });
});

test('what is wrong in another mail is not stored, and leads to that mail (product 19.23)', async () => {
  const { user, services } = await open(aPage());
  await user.click(choose(/^Welcome/));
  await user.type(screen.getByLabelText('Text'), ' {{constructor}');
  await user.click(choose(/^Account erased/));
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeInTheDocument();
  expect(screen.getByLabelText('Text')).toHaveFocus();
  expect(services.listCalls(saveMailsDraft)).toEqual([]);
});

test('shows what is stored in a frame that runs nothing, with its sender and subject (product 19.25)', async () => {
  const { user, services } = await open(aPage());
  const frame = await screen.findByTitle('The mail with an example');
  expect(frame).toHaveAttribute('sandbox', '');
  expect(frame).toHaveAttribute('src', `${mail.page}?version=4`);
  expect(screen.getByText('hello@furrow.example')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Heading'), 'x');
  await waitFor(
    () => expect(screen.getByTitle('The mail with an example')).toHaveAttribute('src', `${mail.page}?version=5`),
    { timeout: 3_000 },
  );
  expect(services.listCalls(previewMail).at(-1)).toMatchObject({ params: { kind: 'order-received' } });
});

test('sends a test of what is stored, and says where it went, or why not (product 19.26)', async () => {
  const { user, services } = await open(aPage());
  await user.click(await screen.findByRole('button', { name: 'Send me a test' }));
  expect(await screen.findByText('A test is on its way to ada@example.com.')).toBeInTheDocument();
  expect(services.listCalls(sendTestMail)).toMatchObject([
    { params: { store: 'organic-store', kind: 'order-received' } },
  ]);
  await user.type(screen.getByLabelText('Heading'), 'x');
  expect(screen.getByRole('button', { name: 'Send me a test' })).toBeDisabled();
});

test('a test that was refused says why (product 19.26)', async () => {
  const { user } = await open(aPage(), [
    respondTo(sendTestMail, () => refuse('Try again in an hour.', { status: 429, code: 'TOO_MANY_ATTEMPTS' })),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Send me a test' }));
  expect(await screen.findByText(/Try again in an hour/)).toBeInTheDocument();
});

test('words of a mail that this release does not know are sent back as they are (product 19.24)', async () => {
  const gift = { subject: '{giver} sends {sum}' };
  const { user, services } = await open(aPage({ 'gift-card': gift }));
  await user.click(choose(/^Welcome/));
  await user.type(screen.getByLabelText('Heading'), '!');
  await waitFor(() => expect(services.listCalls(saveMailsDraft)).toHaveLength(1), { timeout: 3_000 });
  expect(services.listCalls(saveMailsDraft)[0]?.body.document.words).toMatchObject({
    'gift-card': gift,
    welcome: { heading: 'Welcome to {shop}!' },
  });
});
