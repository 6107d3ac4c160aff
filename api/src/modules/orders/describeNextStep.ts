import type { Order } from '@shop/contracts';

type DescribedOrder = Pick<
  Order,
  'status' | 'delivery' | 'arrival' | 'shipments' | 'refunds' | 'payment_method' | 'total'
>;

const describePacking = ({ delivery, arrival, shipments }: DescribedOrder): string => {
  if (shipments?.length) return 'The rest follows as soon as it is packed.';
  if (delivery) return `We pack it, and our van brings it on ${delivery.day}, ${delivery.hours}.`;
  return arrival
    ? `We are packing it: it arrives ${arrival}.`
    : 'We are packing it, and tell you when it is on its way.';
};

const describeShipped = ({ shipments = [], payment_method: method, total }: DescribedOrder): string => {
  if (shipments.length > 0 && shipments.every(({ delivered_at: deliveredAt }) => deliveredAt !== null)) return '';
  return method === 'cash' && total > 0
    ? 'It is on its way: please pay in cash when it arrives.'
    : 'It is on its way to you.';
};

/** What comes next for the customer, in one sentence; '' if nothing does. */
export const describeNextStep = (order: DescribedOrder): string => {
  switch (order.status) {
    case 'on-hold':
      return 'We pack it as soon as your transfer has arrived.';
    case 'pending-payment':
      return 'We pack it as soon as it is paid.';
    case 'processing':
      return describePacking(order);
    case 'shipped':
      return describeShipped(order);
    case 'canceled':
      return order.refunds?.some(({ state }) => state === 'due' || state === 'failed')
        ? 'We are sending your money back.'
        : '';
  }
};
