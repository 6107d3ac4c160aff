import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { useModLabel } from './useModLabel';

function Save() {
  return <kbd>{useModLabel()('S')}</kbd>;
}

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', '⌘S'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'Ctrl S'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Ctrl S'],
])('on "%s", keys are called %s, and hydration warns of nothing (product 16.42)', async (userAgent, label) => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const onRecoverableError = jest.fn();
  const page = document.createElement('div');
  page.innerHTML = '<kbd>Ctrl S</kbd>'; // as from the server
  await act(async () => void hydrateRoot(page, <Save />, { onRecoverableError }));
  expect(page).toHaveTextContent(label);
  expect(onRecoverableError).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});
