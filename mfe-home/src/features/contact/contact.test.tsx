import { sendContactMessage } from '@shop/contracts';
import { createSampleFetch } from '@shop/contracts/sample/createSampleFetch';
import { createApiClient } from '@shop/shared/api-client';
import { siteRead, storefrontEntered, storefrontsChanged } from '@shop/shared/state';
import { createFakeServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { act, screen, within } from '@testing-library/react';
import { remote } from '../../remote';

beforeEach(() => sessionStorage.clear());

const thanks = respondTo(sendContactMessage, () => ({ message: 'Thank you.' }));
const renderContact = (answer = thanks, organic = false) => {
  const services = createFakeServices([answer]);
  const page = renderRemote(remote, {
    at: '/contact',
    services,
    given: (store) => organic && store.dispatch(storefrontEntered('organic')),
  });
  return { ...page, listSent: () => services.listCalls(sendContactMessage).map(({ body }) => body) };
};
const form = async () => within(await screen.findByRole('form', { name: 'Write to us' }));
const fill = async (
  user: ReturnType<typeof renderContact>['user'],
  values: Partial<Record<'Name' | 'Email' | 'Subject' | 'Message', string>> = {},
) => {
  const fields = await form();
  for (const [label, value] of Object.entries({
    Name: 'Ada Lovelace',
    Email: 'ada@example.com',
    Subject: 'Resizing',
    Message: 'Smaller, please.',
    ...values,
  })) {
    const field = fields.getByLabelText(new RegExp(`^${label}`));
    await user.clear(field);
    if (value) await user.type(field, value);
  }
  return fields;
};

test('shows address, phone, email, support hours and the cost of calls (product 10.2)', async () => {
  renderContact();
  await form();
  expect(screen.getByRole('group', { name: 'Map: 2150 Orchard Row, Portland' })).toBeInTheDocument();
  const [address] = screen.getAllByText(/2150 Orchard Row/).filter((element) => element.tagName === 'ADDRESS');
  expect(address).toHaveTextContent('2150 Orchard RowPortland, Oregon 97205');
  expect(screen.getByRole('link', { name: '503 555 0100' })).toHaveAttribute('href', 'tel:+15035550100');
  expect(screen.getByRole('link', { name: 'hello@oriel.example' })).toHaveAttribute(
    'href',
    'mailto:hello@oriel.example',
  );
  const order = [
    screen.getByRole('link', { name: '503 555 0100' }),
    screen.getByRole('link', { name: 'hello@oriel.example' }),
    screen.getByRole('form', { name: 'Write to us' }),
    screen.getByRole('group', { name: /^Map/ }),
  ];
  for (const [n, element] of order.entries())
    expect(order[n + 1]?.compareDocumentPosition(element) ?? Node.DOCUMENT_POSITION_PRECEDING).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
  expect(screen.getByText('8 AM to 10 PM')).toBeInTheDocument();
  expect(screen.getByText('Calls within the USA are free.')).toBeInTheDocument();
});

test('names no telephone and no hours that staff have taken away (product 19.36)', async () => {
  const { store } = renderContact();
  await form();
  const support = { email: 'hello@door.example', phone: '', street: '1 Door Street', town: 'Salem, Oregon 97301' };
  act(
    () => void store.dispatch(storefrontsChanged({ jewellery: { support: { ...support, hours: '', callNote: '' } } })),
  );
  expect(screen.getByRole('link', { name: 'hello@door.example' })).toBeInTheDocument();
  for (const title of ['Phone', 'Support hours']) expect(screen.queryByRole('heading', { name: title })).toBeNull();
  expect(screen.queryByText(/Calls/)).toBeNull();
});

test('loads the map of another site only when its button is pressed (product 10.5)', async () => {
  const { user, store } = renderContact();
  await form();
  expect(screen.queryByRole('button', { name: 'Show the map' })).not.toBeInTheDocument();
  act(() => void store.dispatch(siteRead({ mapUrl: 'https://maps.example/embed?place=1' })));
  expect(document.querySelector('iframe')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show the map' }));
  const map = screen.getByTitle('Map: 2150 Orchard Row, Portland');
  expect(map).toHaveAttribute('src', 'https://maps.example/embed?place=1');
  expect(map).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin');
  expect(map).toHaveAttribute('referrerpolicy', 'strict-origin');
  expect(map).toHaveAttribute('loading', 'lazy');
  expect(map).toHaveFocus();
});

test('sends the message unchanged, with the current storefront', async () => {
  const { user, listSent } = renderContact(thanks, true);
  const fields = await fill(user, { Name: '  Ada Lovelace ' });
  await user.click(fields.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Thank you.');
  expect(listSent()).toEqual([
    {
      store: 'organic-store',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      subject: 'Resizing',
      message: 'Smaller, please.',
    },
  ]);
  expect(screen.getByRole('heading', { level: 2, name: 'Write to us' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Write another message' }));
  expect((await form()).getByLabelText(/^Subject/)).toHaveValue('');
});

test('on sample data it only logs and says "Message Sent (Placeholder)" (product 13.2)', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const api = createApiClient({ origin: '', fetch: createSampleFetch() });
  const { user } = renderRemote(remote, { at: '/contact', services: { api } });
  const fields = await fill(user);
  await user.click(fields.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Message Sent (Placeholder)');
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
});

test('requires name, email and subject, but no message, and focuses the first invalid field (product 10.2)', async () => {
  const { user } = renderContact();
  const fields = await form();
  await user.click(fields.getByRole('button', { name: 'Send message' }));
  expect(fields.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Enter your name.',
    'Enter an email address.',
    'Enter a subject.',
  ]);
  expect(fields.getByLabelText(/^Name/)).toHaveFocus();
  await fill(user, { Message: '' });
  await user.click(fields.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Thank you.')).toBeInTheDocument();
});

test.each(['ada', 'ada@', 'ada@example', 'a b@example.com'])(
  'reports the invalid email address %j when the field loses focus',
  async (email) => {
    const { user } = renderContact();
    const fields = await fill(user, { Email: email });
    expect(await fields.findByRole('alert')).toHaveTextContent('Enter an email address, such as name@example.com.');
  },
);

test('shows server errors at their fields and other failures below the form, and keeps the input', async () => {
  let calls = 0;
  const { user } = renderContact(
    respondTo(sendContactMessage, () => {
      if ((calls += 1) > 1) throw new TypeError('Failed to fetch');
      return refuse('Please check the marked fields.', {
        status: 422,
        fields: { subject: 'Enter a subject of 1 to 200 characters.' },
      });
    }),
  );
  const fields = await fill(user);
  await user.click(fields.getByRole('button', { name: 'Send message' }));
  expect(await fields.findByRole('alert')).toHaveTextContent('Enter a subject of 1 to 200 characters.');
  expect(fields.getByLabelText(/^Subject/)).toHaveFocus();
  await user.type(fields.getByLabelText(/^Subject/), '!');
  await user.click(fields.getByRole('button', { name: 'Send message' }));
  expect(await fields.findByText('Your message could not be sent')).toBeInTheDocument();
  expect(fields.getByLabelText(/^Message/)).toHaveValue('Smaller, please.');
});

test('a second click while sending sends nothing', async () => {
  const { user, listSent } = renderContact(respondTo(sendContactMessage, () => new Promise(() => undefined)));
  const fields = await fill(user);
  await user.dblClick(fields.getByRole('button', { name: 'Send message' }));
  await user.click(fields.getByRole('button', { name: 'Sending' }));
  expect(listSent()).toHaveLength(1);
});

test('restores the input after a reload until it is sent', async () => {
  const { user } = renderContact();
  await fill(user);
  document.body.innerHTML = '';
  const again = renderContact();
  const fields = await form();
  expect(fields.getByLabelText(/^Message/)).toHaveValue('Smaller, please.');
  await again.user.click(fields.getByRole('button', { name: 'Send message' }));
  await screen.findByText('Thank you.');
  expect(sessionStorage).toHaveLength(0);
});

test('works with blocked storage', async () => {
  const blocked = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { user } = renderContact();
  const fields = await fill(user);
  await user.click(fields.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Thank you.')).toBeInTheDocument();
  blocked.mockRestore();
});

test('the honeypot field cannot be focused and is hidden from assistive technology', async () => {
  renderContact();
  const fields = await form();
  const unseen = fields.getByLabelText('Website');
  expect(unseen).toHaveAttribute('tabindex', '-1');
  expect(unseen.closest('[aria-hidden="true"]')).not.toBeNull();
});
