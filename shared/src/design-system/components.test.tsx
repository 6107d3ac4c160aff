import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { Button } from './Button/Button';
import { Drawer } from './Drawer/Drawer';
import { listPageWindow } from './Pagination/listPageWindow';
import { Pagination } from './Pagination/Pagination';
import { Picture } from './Picture/Picture';
import { getPictureSources } from './Picture/getPictureSources';
import { formatMoney } from '../format/money';
import { Price } from './Price/Price';
import { Quantity } from './Quantity/Quantity';
import { SearchField } from './SearchField/SearchField';
import { Tabs } from './Tabs/Tabs';
import { Toast } from './Toast/Toast';

test('a busy button shows its busy text and ignores clicks', async () => {
  const press = jest.fn();
  render(
    <Button busyText="Adding" onClick={press}>
      Add
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Adding' });
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(button).toHaveAttribute('aria-disabled', 'true');
});

test('a price shows dollars with two decimals, the original price named', () => {
  render(<Price price={67.5} originalPrice={90} format={formatMoney} />);
  expect(screen.getByText('$67.50')).toBeInTheDocument();
  expect(screen.getByText('Original price')).toBeInTheDocument();
  expect(screen.getByText('$90.00')).toBeInTheDocument();
});

test('a price that depends on the variant starts with From (product 4.11)', () => {
  render(<Price price={189} priceFrom format={formatMoney} />);
  expect(screen.getByText('From $189.00')).toBeInTheDocument();
});

test('quantity stops at its limits and can go to 0 to remove', async () => {
  const change = jest.fn();
  const { rerender } = render(<Quantity label="Ring" value={1} max={2} onChange={change} />);
  expect(screen.getByRole('button', { name: 'Decrease quantity of Ring' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity of Ring' }));
  expect(change).toHaveBeenLastCalledWith(2);
  rerender(<Quantity label="Ring" value={1} min={0} onChange={change} />);
  await userEvent.click(screen.getByRole('button', { name: 'Decrease quantity of Ring' }));
  expect(change).toHaveBeenLastCalledWith(0);
});

test.each([
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5]],
  [7, 20, [5, 6, 7, 8, 9]],
  [20, 20, [16, 17, 18, 19, 20]],
])('page %d of %d shows the numbers %j (product 4.7, 10.1)', (page, pageCount, numbers) => {
  expect(listPageWindow(page, pageCount)).toEqual(numbers);
});

test('a single page needs no pagination', () => {
  const { container } = render(
    <Pagination page={1} pageCount={1} buildHref={(page) => `?page=${page}`} label="Pages" />,
    {
      wrapper: MemoryRouter,
    },
  );
  expect(container).toBeEmptyDOMElement();
});

test('product pictures have a srcset; other URLs are used as they are', () => {
  expect(getPictureSources('/media/x.abcd1234-640.webp').avif).toBe(
    '/media/x.abcd1234-320.avif 320w, /media/x.abcd1234-640.avif 640w, /media/x.abcd1234-960.avif 960w, /media/x.abcd1234-1200.avif 1200w',
  );
  expect(getPictureSources('https://example.com/x.png')).toEqual({ src: 'https://example.com/x.png' });
});

test('a picture that fails leaves a placeholder with its text (product 5.8)', () => {
  render(<Picture src="/gone.png" alt="A ring" sizes="10vw" />);
  fireEvent.error(screen.getByRole('img', { name: 'A ring' }));
  expect(screen.getByRole('img', { name: 'A ring' }).tagName).toBe('SPAN');
});

test('tabs move with the arrow keys and wrap', async () => {
  const tabs = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ];
  render(<Tabs label="Letters" tabs={tabs} renderPanel={(id) => `panel ${id}`} />);
  await userEvent.click(screen.getByRole('tab', { name: 'A' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'B' })).toHaveFocus();
  expect(screen.getByRole('tabpanel')).toHaveTextContent('panel b');
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'A' })).toHaveAttribute('aria-selected', 'true');
});

test('a drawer closes by its close button and by a click outside', async () => {
  const close = jest.fn();
  render(
    <Drawer open onClose={close} title="Cart">
      content
    </Drawer>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close cart' }));
  fireEvent.click(screen.getByRole('dialog'));
  expect(close).toHaveBeenCalledTimes(2);
});

describe('a toast', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const renderToast = (kind: 'status' | 'alert') => {
    const dismiss = jest.fn();
    render(<Toast notice={{ kind, text: 'Saved' }} onDismiss={dismiss} />, { wrapper: MemoryRouter });
    return dismiss;
  };

  test('disappears after six seconds', () => {
    const dismiss = renderToast('status');
    jest.advanceTimersByTime(5_999);
    expect(dismiss).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(dismiss).toHaveBeenCalledTimes(1);
  });

  test('stays while hovered', () => {
    const dismiss = renderToast('status');
    fireEvent.mouseEnter(screen.getByText('Saved'));
    jest.advanceTimersByTime(60_000);
    expect(dismiss).not.toHaveBeenCalled();
  });

  test('stays until dismissed when it is an alert', () => {
    const dismiss = renderToast('alert');
    jest.advanceTimersByTime(60_000);
    expect(dismiss).not.toHaveBeenCalled();
  });
});

test('the cross of a search field empties it and leaves the focus there', async () => {
  const clear = jest.fn();
  render(<SearchField aria-label="Search" placeholder="Search" words="halo" onClear={clear} />);
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
  expect(clear).toHaveBeenCalledTimes(1);
});

test('a search field shows what is searched next, and keeps the focus and what is typed until then', async () => {
  const { rerender } = render(<SearchField aria-label="Search" placeholder="Search" words="halo" />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  await userEvent.type(field, ' ring');
  rerender(<SearchField aria-label="Search" placeholder="Search" words="halo" />);
  expect(field).toHaveValue('halo ring');
  rerender(<SearchField aria-label="Search" placeholder="Search" words="pearl" />);
  expect(field).toHaveValue('pearl');
  expect(field).toHaveFocus();
});

test('a quantity of goods sold loose is a weight, also in pounds (product 4.14)', () => {
  render(<Quantity label="Rice" value={3} measure={{ stepGrams: 500 }} onChange={() => undefined} />);
  expect(screen.getByRole('status')).toHaveTextContent(/^1\.5.kg\s*3\.3.lb$/);
});
