import { render, screen } from '@testing-library/react';
import { anOrder } from '@shop/shared/testing';
import { OrderProgress } from './OrderProgress';

const SENT = {
  lines: [{ position: 0, quantity: 1 }],
  carrier: 'UPS',
  tracking: '1Z 999',
  sent_at: '2026-11-27T12:00:00Z',
  delivered_at: null,
};
const BACK = { amount: 5, currency: 'USD', lines: [], at: '2026-11-28T12:00:00Z' };

test('says what was sent, with a link to the carrier, what went back, and what comes next (product 7.24)', () => {
  const order = anOrder({
    status: 'processing',
    next_step: 'The rest follows as soon as it is packed.',
    shipments: [SENT],
    refunds: [
      { ...BACK, state: 'sent' },
      { ...BACK, amount: 12.5, state: 'due' },
    ],
  });
  render(<OrderProgress order={order} />);
  expect(screen.getByText('The rest follows as soon as it is packed.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'UPS 1Z 999' })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z%20999',
  );
  const [shipment, sent, due] = screen.getAllByRole('listitem');
  expect(shipment).toHaveTextContent(`Sent on Nov 27, 2026: 1 × ${order.lines[0]?.name} UPS 1Z 999`);
  expect(sent).toHaveTextContent('$5.00 was sent back to you (Nov 28, 2026).');
  expect(due).toHaveTextContent('$12.50 is on its way back to you (Nov 28, 2026).');
});

test('a tracking number of an unknown carrier is a text', () => {
  render(
    <OrderProgress order={anOrder({ status: 'shipped', shipments: [{ ...SENT, carrier: 'javascript:alert' }] })} />,
  );
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('javascript:alert 1Z 999')).toBeInTheDocument();
});

test('an order that waits for its payment shows nothing: its instructions say it', () => {
  const { container } = render(<OrderProgress order={anOrder({ status: 'on-hold', next_step: 'We pack it.' })} />);
  expect(container).toBeEmptyDOMElement();
});
