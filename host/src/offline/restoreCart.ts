import { formatMoney, fromCents, toCents } from '@shop/shared/format';
import type { CartItem } from '@shop/shared/state';

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};

const line = ({ name, image, price, quantity }: CartItem): HTMLLIElement => {
  const item = element('li', 'offline__line');
  const picture = element('img', 'offline__picture');
  picture.alt = '';
  picture.width = 64;
  picture.height = 64;
  // Kept or not, its box stays.
  picture.addEventListener('error', () => picture.removeAttribute('src'));
  picture.src = image;
  const total = formatMoney(fromCents(toCents(price) * quantity));
  item.append(
    picture,
    element('span', 'offline__name', name),
    element('span', 'offline__quantity', `× ${quantity}`),
    element('span', 'offline__price', total),
  );
  return item;
};

/** Writes the kept cart into the offline page; text only. */
export const restoreCart = (target: HTMLElement, items: readonly CartItem[]): void => {
  if (items.length === 0) return;
  const list = element('ul', 'offline__lines');
  list.append(...items.map(line));
  const cents = items.reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0);
  target.replaceChildren(
    element('h2', 'offline__title', 'Your cart is kept'),
    list,
    element('p', 'offline__total', `Total ${formatMoney(fromCents(cents))}, as of your last visit`),
  );
};
