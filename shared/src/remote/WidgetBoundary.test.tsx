import { render, screen } from '@testing-library/react';
import { WidgetBoundary } from './WidgetBoundary';

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // React logs errors caught by boundaries
});

function Widget({ broken }: { readonly broken: boolean }) {
  if (broken) throw new Error('broken');
  return <p>the cart</p>;
}

test('a crashing widget disappears, hands over the error once, and renders again under a new key', () => {
  const onCrash = jest.fn();
  const page = (attempt: number, broken: boolean) => (
    <>
      <p>the page</p>
      <WidgetBoundary key={attempt} onCrash={onCrash}>
        <Widget broken={broken} />
      </WidgetBoundary>
    </>
  );
  const { rerender } = render(page(0, true));
  expect(screen.getByText('the page')).toBeInTheDocument();
  expect(screen.queryByText('the cart')).not.toBeInTheDocument();
  expect(onCrash.mock.calls).toEqual([[expect.objectContaining({ message: 'broken' })]]);
  rerender(page(1, false));
  expect(screen.getByText('the cart')).toBeInTheDocument();
});
