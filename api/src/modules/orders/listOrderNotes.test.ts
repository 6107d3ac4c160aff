import type { OrderLine, Substitution } from '@shop/contracts';
import { listOrderNotes } from './listOrderNotes';

const aLine = (name: string, substitution: Substitution | null): OrderLine => ({
  product_id: name,
  variant_id: null,
  sku: name,
  name,
  image: '',
  unit_price: 4,
  quantity: 3,
  line_total: 12,
  substitution,
});

test.each<[string, OrderLine[], string[]]>([
  ['nothing by default', [aLine('Carrots', 'similar'), aLine('Ring', null)], []],
  [
    'for which food the money is sent back, and that it is not so for the rest',
    [aLine('Carrots', 'refund'), aLine('Milk', 'similar')],
    ['If Carrots is missing, we send your money back.', 'If other food is missing, we send something similar.'],
  ],
  [
    'no other food if there is none',
    [aLine('Carrots', 'refund'), aLine('Ring', null)],
    ['If Carrots is missing, we send your money back.'],
  ],
])('an order says %s (product 7.17)', (_what, lines, notes) => {
  expect(listOrderNotes({ status: 'processing', lines })).toEqual(notes);
});
