import { fireEvent, render, screen } from '@testing-library/react';
import { setSingleKeys, useKeys } from './useKeys';

const publish = jest.fn();
const open = jest.fn();

function Desk() {
  useKeys({ p: publish, enter: open, 'g r': open });
  return (
    <>
      <input type="checkbox" aria-label="Select" />
      <input type="search" aria-label="Search" />
      <textarea aria-label="Answer" />
      <select aria-label="Stars" />
      <button>Row</button>
    </>
  );
}

beforeEach(() => {
  jest.clearAllMocks();
  localStorage.clear();
  render(<Desk />);
});

const press = (label: string, key: string): void => {
  fireEvent.keyDown(screen.getByLabelText(label), { key });
};

test('a key works while a checkbox has the focus, as after a click on one', () => {
  press('Select', 'p');
  expect(publish).toHaveBeenCalledTimes(1);
});

test.each(['Search', 'Answer', 'Stars'])('a key typed into "%s" does nothing else', (label) => {
  press(label, 'p');
  expect(publish).not.toHaveBeenCalled();
});

test('Enter on a button belongs to the button, elsewhere to the list', () => {
  fireEvent.keyDown(screen.getByText('Row'), { key: 'Enter' });
  expect(open).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(open).toHaveBeenCalledTimes(1);
});

test('a key after G does nothing of its own, also where G leads nowhere', () => {
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: 'p' });
  expect(publish).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'p' });
  expect(publish).toHaveBeenCalledTimes(1);
});

test('keys in a row work together, and single keys can be switched off', () => {
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: 'r' });
  expect(open).toHaveBeenCalledTimes(1);
  setSingleKeys(false);
  fireEvent.keyDown(document.body, { key: 'p' });
  expect(publish).not.toHaveBeenCalled();
});
