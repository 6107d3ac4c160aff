import { formatMoney, fromCents, toCents } from '@shop/shared/format';
import type { CartItem } from '@shop/shared/state';

const createElement = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] => {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
};

const createLine = ({ name, image, price, quantity }: CartItem): HTMLLIElement => {
  const item = createElement('li', 'offline__line');
  const picture = createElement('img', 'offline__picture');
  picture.alt = '';
  picture.width = 64;
  picture.height = 64;
  // The picture may not be cached; keep its box.
  picture.addEventListener('error', () => picture.removeAttribute('src'));
  picture.src = image;
  const total = formatMoney(fromCents(toCents(price) * quantity));
  item.append(
    picture,
    createElement('span', 'offline__name', name),
    createElement('span', 'offline__quantity', `× ${quantity}`),
    createElement('span', 'offline__price', total),
  );
  return item;
};

/** Renders the stored cart into the offline page, as text only. */
export const restoreCart = (target: HTMLElement, items: readonly CartItem[]): void => {
  if (items.length === 0) return;
  const list = createElement('ul', 'offline__lines');
  list.append(...items.map(createLine));
  const cents = items.reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0);
  target.replaceChildren(
    createElement('h2', 'offline__title', 'Your cart is saved'),
    list,
    createElement('p', 'offline__total', `Total ${formatMoney(fromCents(cents))}, as of your last visit`),
  );
};
