import type { FieldTexts } from '../../http/explainFields';

export const orderFieldTexts: FieldTexts = {
  orderNotes: 'Use at most 1000 characters.',
  payment_method: 'Choose a payment method.',
  items: 'An order has 1 to 50 lines of 1 to 99 pieces each.',
};
