import { render, screen } from '@testing-library/react';
import { WidgetBoundary } from './WidgetBoundary';

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // React logs errors caught by boundaries
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: jest.fn() });
});

function Widget({ broken }: { readonly broken: boolean }) {
  if (broken) throw new Error('broken');
  return <p>the cart</p>;
}

test('a crashing widget disappears, reports it once, and renders again under a new key', () => {
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
  expect(onCrash).toHaveBeenCalledTimes(1);
  rerender(page(1, false));
  expect(screen.getByText('the cart')).toBeInTheDocument();
});
