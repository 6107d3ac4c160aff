import {
  addOrderNote,
  cancelStaffOrder,
  changeShipment,
  getStaffMe,
  getStaffOrder,
  prolongStaffOrder,
  refundStaffOrder,
  shipStaffOrder,
  undoRefund,
  ROLES,
  type Role,
  type StaffOrder,
} from '@shop/contracts';
import { aStaffLine, aStaffOrder, createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { remote } from '../../remote';

type Answers = NonNullable<Parameters<typeof createContractServices>[0]>;

const NUMBER = 'ORD-7K3F-9Q2M';
const conflict = (message: string, code = 'ORDER_REFUSED', fields?: Record<string, string>): never =>
  refuse(message, { status: 409, code, ...(fields && { fields }) });

/** The page of an order, which each call finds as `read` says. */
const open = async (read: () => StaffOrder, answers: Answers = [], role: Role = 'owner') => {
  const services = createContractServices([
    ...answers,
    respondTo(getStaffOrder, () => ({ data: read() })),
    respondTo(getStaffMe, () => ({
      me: {
        id: 'staff-1',
        name: 'Graça',
        email: 'graca@example.com',
        role,
        permissions: [...ROLES[role].permissions],
        ways: { passkey: true, app: false },
        confirmed_until: '2026-11-22T09:05:00Z',
      },
    })),
  ]);
  const rendered = renderRemote(remote, { at: `/admin/orders/${NUMBER}`, services });
  await screen.findByRole('heading', { name: 'Timeline' });
  return { ...rendered, services };
};

const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });
const dialog = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });

// $712 with $40 off: each line carries its share of the discount.
const ring = aStaffLine({
  name: 'Yellow Gold Solitaire, engraved “Ever yours, M.” (script)',
  unit_price: 296,
  choices: { engraving: { text: 'Ever yours, M.', font: 'script' } },
  made_to_order: true,
  refundable_cents: [27_937],
});
const earrings = aStaffLine({
  name: 'Pearl Drop Earrings',
  sku: 'OR-PRL-DRP',
  unit_price: 112,
  quantity: 2,
  refundable_cents: [10_571, 21_142],
});
const bracelet = aStaffLine({
  name: 'Oval Link Bracelet',
  unit_price: 192,
  sent: 1,
  to_send: 0,
  refundable_cents: [18_121],
});
const discounted = (overrides: Parameters<typeof aStaffOrder>[0] = {}): StaffOrder =>
  aStaffOrder({
    lines: [ring, earrings, bracelet],
    order: { discount: 40, coupon_code: 'RING40' },
    shipments: [
      {
        id: 7,
        version: 3,
        lines: [{ position: 2, quantity: 1 }],
        carrier: 'UPS',
        tracking: '1Z999AA10123450017',
        sent_at: '2026-11-20T14:41:00Z',
        delivered_at: null,
      },
    ],
    ...overrides,
  });

test('the timeline begins with the order, and the version of the terms that it keeps (product 19.11)', async () => {
  await open(() => discounted({ terms_version: 2 }));
  expect(screen.getByText('Order placed, under version 2 of the terms')).toBeInTheDocument();
});

test('the page says what is sent, what is left and what was paid, and has buttons for what can be done (product 16.23)', async () => {
  await open(() => discounted({ late: true }));
  for (const chip of ['Paid', 'Part sent', 'Late']) expect(screen.getByText(chip)).toBeInTheDocument();
  expect(screen.getByText('Oriel')).toBeInTheDocument();
  expect(screen.getByText('Yellow Gold Solitaire')).toBeInTheDocument();
  expect(screen.getByText('“Ever yours, M.”, script')).toBeInTheDocument();
  expect(screen.getByText('2 to send')).toBeInTheDocument();
  expect(screen.getByText('1 sent')).toBeInTheDocument();
  expect(screen.getByText('pi_3QK9d2')).toBeInTheDocument();
  expect(screen.getByText('−$40.00')).toBeInTheDocument();
  expect(button('Send 2 lines')).toBeInTheDocument();
  expect(button('Refund')).toBeInTheDocument();
  for (const name of ['Mark as paid', 'Keep longer'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('without an action there is neither its button nor its key (product 16.23)', async () => {
  await open(() => discounted({ actions: [] }), [], 'analyst');
  for (const key of ['s', 'r']) press(key);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  for (const name of [/^Send/, 'Refund', 'Cancel', /Resend/, 'Correct', 'Delivered', 'Add note'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('an order that waits for its guest says so and until when, and cannot be sent (product 16.37)', async () => {
  await open(() =>
    aStaffOrder({
      order: { payment_method: 'cash' },
      payments: [],
      money: { received: 0, refunded: 0, kept: 0 },
      held_until: '2026-11-23T15:00:00Z',
      actions: ['cancel', 'changeAddress'],
    }),
  );
  expect(screen.getByText(/Waits for the guest’s confirmation until/)).toHaveTextContent(/until Nov 23/);
  expect(screen.getByText('Not due')).toBeInTheDocument();
  expect(screen.queryByText('To send')).not.toBeInTheDocument();
  press('s');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument();
});

test('S opens what is left to send; if somebody was faster, the dialog says so and keeps what was typed (product 16.24)', async () => {
  let isFaster = false;
  const { user, services } = await open(
    () => (isFaster ? discounted({ lines: [{ ...ring, sent: 1, to_send: 0 }, earrings, bracelet] }) : discounted()),
    [
      respondTo(shipStaffOrder, () => {
        if (isFaster) return { data: aStaffOrder({ order: { status: 'shipped' }, actions: [] }) };
        isFaster = true;
        return conflict('Of Yellow Gold Solitaire, nothing is left to send: somebody may have been faster.');
      }),
    ],
  );
  press('s');
  const sending = within(await dialog(`Send order ${NUMBER}`));
  await user.click(sending.getByRole('button', { name: 'Less: Pearl Drop Earrings' }));
  await user.type(sending.getByLabelText('Carrier, optional'), 'FedEx');
  await user.type(sending.getByLabelText('Tracking number, optional'), '7712 3456');
  await user.click(sending.getByRole('button', { name: 'Send 2 lines' }));
  expect(await sending.findByRole('alert')).toHaveTextContent('somebody may have been faster');
  expect(sending.getByLabelText('Tracking number, optional')).toHaveValue('7712 3456');
  // The order was read again: the ring is gone, and one of two earrings is still chosen.
  await user.click(await sending.findByRole('button', { name: 'Send 1 line' }));
  expect(await screen.findByText(`1 line of ${NUMBER} sent`)).toBeInTheDocument();
  expect(services.listCalls(shipStaffOrder).at(-1)?.body).toEqual({
    lines: [{ position: 1, quantity: 1 }],
    carrier: 'FedEx',
    tracking: '7712 3456',
    seen: 1,
  });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

const refundOf = (id: string, cents: number): StaffOrder['refunds'][number] => ({
  id,
  payment_id: 'pay-1',
  amount: cents / 100,
  currency: 'USD',
  state: 'due',
  lines: [],
  at: '2026-11-22T09:00:00Z',
  reason: '',
  by: 'Graça',
  send_after: new Date(Date.now() + 9_000).toISOString(),
  failure: '',
  provider_id: null,
});

test('a refund by line follows the discount, says the sum on its button, and Z takes it back (product 16.25)', async () => {
  let refunds: StaffOrder['refunds'] = [];
  const { user, services } = await open(
    () => discounted({ refunds }),
    [
      respondTo(refundStaffOrder, ({ body }) => {
        refunds = [refundOf(body.key, body.amount_cents)];
        return { data: discounted({ refunds }) };
      }),
      respondTo(undoRefund, () => {
        refunds = refunds.map((refund) => ({ ...refund, state: 'canceled' as const }));
        return { data: discounted({ refunds }) };
      }),
    ],
  );
  press('r');
  const refunding = within(await dialog(`Refund order ${NUMBER}`));
  expect(refunding.getByText('Made to order: nobody else buys it')).toBeInTheDocument();
  expect(refunding.getByLabelText(/^Back to the stock: Yellow Gold/)).toBeDisabled();
  for (const name of ['Pearl Drop Earrings', 'Oval Link Bracelet'])
    await user.click(refunding.getByRole('button', { name: `More: ${name}` }));
  expect(refunding.getByText('$304.00')).toBeInTheDocument();
  expect(refunding.getByText('−$17.08')).toBeInTheDocument();
  expect(refunding.getByText('$385.08')).toBeInTheDocument();
  await user.click(refunding.getByRole('button', { name: 'Refund $286.92' }));
  expect(await screen.findByText('Refund of $286.92: it is sent in ten seconds.')).toBeInTheDocument();
  const [sent] = services.listCalls(refundStaffOrder);
  expect(sent?.body).toMatchObject({
    amount_cents: 28_692,
    // What is still here is sold again; what was sent may not have come back.
    lines: [
      { position: 1, quantity: 1, restock: true },
      { position: 2, quantity: 1, restock: false },
    ],
  });
  expect(screen.getByRole('button', { name: /^Take back/ })).toBeInTheDocument();
  press('z');
  expect(await screen.findByText('Refund of $286.92: taken back.')).toBeInTheDocument();
  expect(services.listCalls(undoRefund)).toEqual([{ params: { number: NUMBER, id: sent?.body.key } }]);
  expect(await screen.findByText('Refund taken back')).toBeInTheDocument();
});

test('a refund that is asked for twice has one key, and no sum above what is left is sent (product 16.25)', async () => {
  let isReached = false;
  const { user, services } = await open(
    () => discounted(),
    [
      respondTo(refundStaffOrder, ({ body }) => {
        if (!isReached) {
          isReached = true;
          return refuse('The refund could not be saved.');
        }
        return { data: discounted({ refunds: [refundOf(body.key, body.amount_cents)] }) };
      }),
    ],
  );
  await user.click(button('Refund'));
  const refunding = within(await dialog(`Refund order ${NUMBER}`));
  await user.click(refunding.getByLabelText('An amount'));
  const sum = refunding.getByLabelText('Sum in dollars');
  await user.clear(sum);
  await user.type(sum, '672.01');
  await user.click(refunding.getByRole('button', { name: 'Refund $672.01' }));
  expect(await refunding.findByRole('alert')).toHaveTextContent('At most $672.00 is left.');
  expect(services.listCalls(refundStaffOrder)).toEqual([]);
  await user.clear(sum);
  await user.type(sum, '12.5');
  await user.click(refunding.getByRole('button', { name: 'Refund $12.50' }));
  expect(await refunding.findByRole('alert')).toHaveTextContent('The refund could not be saved.');
  await user.click(refunding.getByRole('button', { name: 'Refund $12.50' }));
  expect(await screen.findByText('Refund of $12.50: it is sent in ten seconds.')).toBeInTheDocument();
  const keys = services.listCalls(refundStaffOrder).map(({ body }) => body.key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('who refunds cash records that they gave it back (product 16.25)', async () => {
  await open(() => {
    const order = discounted({ order: { payment_method: 'cash' } });
    return { ...order, payments: order.payments.map((payment) => ({ ...payment, provider: 'cash' })) };
  });
  press('r');
  expect(await screen.findByText(/This will record that you gave it back/)).toBeInTheDocument();
});

test('what came back from a card is given back by hand, and the dialog says that nothing is sent (product 16.25)', async () => {
  let refunds: StaffOrder['refunds'] = [{ ...refundOf('r-1', 500), state: 'failed', failure: 'The card is closed.' }];
  const { user, services } = await open(
    () => discounted({ refunds }),
    [
      respondTo(refundStaffOrder, ({ body }) => {
        refunds = [...refunds, { ...refundOf(body.key, body.amount_cents), state: 'sent' }];
        return { data: discounted({ refunds }) };
      }),
    ],
  );
  await user.click(button('Refund'));
  const refunding = within(await dialog(`Refund order ${NUMBER}`));
  await user.click(refunding.getByLabelText('An amount'));
  const sum = refunding.getByLabelText('Sum in dollars');
  await user.clear(sum);
  await user.type(sum, '5');
  await user.click(refunding.getByLabelText('I have given it back myself, in cash or by bank transfer'));
  expect(refunding.getByText(/^Nothing is sent/)).toBeInTheDocument();
  await user.click(refunding.getByRole('button', { name: 'Record $5.00 as given back' }));
  expect(await screen.findByText('Refund of $5.00: it is recorded.')).toBeInTheDocument();
  expect(services.listCalls(refundStaffOrder)).toMatchObject([{ body: { amount_cents: 500, by_hand: true } }]);
  expect(screen.getByText('Refunded by hand')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('canceling and keeping longer say before what follows, and why the shop refuses (product 16.26)', async () => {
  const unpaid = aStaffOrder({
    order: { status: 'on-hold', payment_method: 'bank', coupon_code: 'RING40' },
    payments: [],
    money: { received: 0, refunded: 0, kept: 0 },
    held_until: '2026-11-28T12:00:00Z',
    actions: ['pay', 'prolong', 'cancel'],
  });
  const { user, services } = await open(
    () => unpaid,
    [
      respondTo(prolongStaffOrder, () => conflict('The van takes orders until Friday: it cannot be kept longer.')),
      respondTo(cancelStaffOrder, () => ({ data: aStaffOrder({ order: { status: 'canceled' }, actions: [] }) })),
    ],
  );
  expect(screen.getByText('Unpaid')).toBeInTheDocument();
  expect(screen.getByText('Not due')).toBeInTheDocument();
  await user.click(button('Mark as paid'));
  const paying = within(await dialog(`Mark order ${NUMBER} as paid`));
  expect(paying.getByRole('button', { name: 'Mark $320.00 as paid' })).toBeInTheDocument();
  await user.click(paying.getByRole('button', { name: 'Cancel' }));
  await user.click(button('Keep longer'));
  const keeping = within(await dialog(`Keep order ${NUMBER} longer`));
  expect(keeping.getByLabelText('Days since it was placed')).toHaveValue('14');
  await user.click(keeping.getByRole('button', { name: 'Keep longer' }));
  expect(await keeping.findByRole('alert')).toHaveTextContent('it cannot be kept longer');
  await user.click(keeping.getByRole('button', { name: 'Cancel' }));
  await user.click(button('Cancel'));
  const canceling = within(await dialog(`Cancel order ${NUMBER}`));
  expect(canceling.getByText('No money was received, so none goes back.')).toBeInTheDocument();
  expect(canceling.getByText('The coupon RING40 can be used once more.')).toBeInTheDocument();
  await user.type(canceling.getByLabelText('Reason, optional'), 'Ordered twice');
  await user.click(canceling.getByRole('button', { name: 'Cancel the order' }));
  expect(await screen.findByText(`Order ${NUMBER} canceled`)).toBeInTheDocument();
  expect(services.listCalls(cancelStaffOrder)[0]?.body).toEqual({ reason: 'Ordered twice' });
});

test('a shipment leads to its carrier; of two who correct it, the second sees both and chooses (product 16.27)', async () => {
  let version = 3;
  const { user, services } = await open(() => {
    const order = discounted();
    return { ...order, shipments: order.shipments.map((shipment) => ({ ...shipment, version })) };
  }, [
    respondTo(changeShipment, ({ body }) => {
      if (body.version === 4) return { data: discounted() };
      version = 4;
      return conflict('Somebody else has changed this meanwhile.', 'CHANGED_MEANWHILE', {
        carrier: 'DHL',
        tracking: '42',
      });
    }),
  ]);
  expect(screen.getByRole('link', { name: /^UPS 1Z999AA10123450017/ })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z999AA10123450017',
  );
  await user.click(button('Correct'));
  await user.clear(screen.getByLabelText('Tracking number'));
  await user.type(screen.getByLabelText('Tracking number'), '1Z999AA10123456784');
  await user.click(button('Save'));
  expect(await screen.findByText(/Somebody else has saved “DHL 42” meanwhile/)).toHaveTextContent(
    'Yours is “UPS 1Z999AA10123456784”',
  );
  await user.click(await screen.findByRole('button', { name: 'Replace theirs' }));
  expect(await screen.findByText('Shipment corrected')).toBeInTheDocument();
  expect(button('Correct')).toHaveFocus();
  expect(services.listCalls(changeShipment).map(({ body }) => [body.tracking, body.version])).toEqual([
    ['1Z999AA10123456784', 3],
    ['1Z999AA10123456784', 4],
  ]);
});

test('the timeline says in words what was done and by whom, and takes notes (product 16.29)', async () => {
  const row = (id: number, action: string, after: Record<string, unknown>): StaffOrder['timeline'][number] => ({
    id,
    at: '2026-11-20T14:41:00Z',
    actor: { kind: 'staff', id: 'staff-1', name: 'Graça', network: null },
    action,
    subject: { kind: 'order', id: NUMBER },
    before: null,
    after,
  });
  const timeline = [
    row(3, 'order.refund-started', { amount: '286.92 USD', reason: 'It came back' }),
    row(2, 'order.part-shipped', { lines: [{}, {}], carrier: 'UPS' }),
    row(1, 'order.address-changed', { fields: ['streetAddress', 'zipCode'] }),
  ];
  const { user, services } = await open(
    () => discounted({ timeline }),
    [
      respondTo(addOrderNote, ({ body }) => ({
        data: discounted({ timeline: [row(4, 'order.noted', { note: body.text }), ...timeline] }),
      })),
    ],
  );
  for (const text of ['Refund of $286.92', 'Sent 2 lines with UPS', 'Address changed: street address, zip code'])
    expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByText('It came back')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Note'), 'The customer called{Enter}');
  expect(await screen.findByText('The customer called')).toBeInTheDocument();
  expect(screen.getByLabelText('Note')).toHaveValue('');
  expect(services.listCalls(addOrderNote)).toHaveLength(1);
});

test('P leads to the packing slip, which has no prices; the receipt has them (product 16.30)', async () => {
  const { user, location } = await open(() => discounted());
  press('p');
  expect(await screen.findByText(/Sent separately on November 20, 2026: 1 × Oval Link Bracelet/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Packing slip' })).toBeInTheDocument();
  expect(location()).toBe(`/admin/orders/${NUMBER}/packing-slip`);
  expect(screen.queryByText(/\$/)).not.toBeInTheDocument();
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  press('p');
  expect(print).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('link', { name: 'Receipt' }));
  expect(await screen.findByText('$712.00')).toBeInTheDocument();
  expect(screen.getByText(/\$672.00 paid online on November 21, 2026. Nothing is due./)).toBeInTheDocument();
  print.mockRestore();
});

test.each<[Role, string | null]>([
  ['support', '/admin/customers/customer-1'],
  ['analyst', null],
])('for the role %s, the customer of an order is a link to %s (product 17.16)', async (role, path) => {
  const account = { id: 'customer-1', name: 'Amelia Hart', email: 'amelia@example.com' };
  await open(() => aStaffOrder({ account }), [], role);
  expect(screen.getByText('Account of Amelia Hart').closest('a')?.getAttribute('href') ?? null).toBe(path);
});

test('the page of an order whose customer was erased says so, and links to no address (product 17.10)', async () => {
  await open(() => aStaffOrder({ order: { billing: { ...aStaffOrder().order.billing, email: '', phone: '' } } }));
  expect(screen.getByText(/The customer was erased/)).toBeVisible();
  expect(document.querySelector('a[href^="mailto:"], a[href^="tel:"]')).toBeNull();
});
