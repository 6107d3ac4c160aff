import { aNewCartItem } from '@shop/shared/testing';
import { restoreCart } from './restoreCart';

const renderCart = (
  ...args: Parameters<typeof restoreCart> extends [unknown, infer Items] ? [Items] : never
): HTMLElement => {
  const target = document.createElement('section');
  restoreCart(target, args[0]);
  return target;
};

test('shows names, quantities and an exact total of the stored cart', () => {
  const cart = renderCart([
    { ...aNewCartItem({ id: 'a', name: 'Halo Diamond Ring', price: 0.1 }), quantity: 1 },
    { ...aNewCartItem({ id: 'b', name: 'Carrots', price: 0.2 }), quantity: 3 },
  ]);
  expect(cart).toHaveTextContent('Halo Diamond Ring× 1$0.10');
  expect(cart).toHaveTextContent('Carrots× 3$0.60');
  expect(cart).toHaveTextContent('Total $0.70, as of your last visit');
});

test('escapes product names', () => {
  const cart = renderCart([{ ...aNewCartItem({ name: '<img src=x onerror=alert(1)>' }), quantity: 1 }]);
  expect(cart.querySelectorAll('img')).toHaveLength(1);
  expect(cart).toHaveTextContent('<img src=x onerror=alert(1)>');
});

test('an empty cart shows nothing', () => {
  expect(renderCart([])).toBeEmptyDOMElement();
});
