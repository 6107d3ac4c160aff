import { getStaffMe } from '@shop/contracts';
import { createContractServices, renderRemote, respondTo } from '@shop/shared/testing';
import { screen } from '@testing-library/react';
import { remote } from '../remote';
import { meAs } from '../testing/builders';

let mockIsMissing = true;
jest.mock('./FiguresPanels', () => {
  if (mockIsMissing) throw new Error('Loading chunk admin-figures failed.');
  return { FiguresPanels: () => <p>The figures</p> };
});

test('if the code of the figures does not load, the rest of home stands, and it can be tried again (product 18.15)', async () => {
  const services = createContractServices([respondTo(getStaffMe, () => ({ me: meAs('analyst') }))]);
  const { user } = renderRemote(remote, { at: '/admin', services });
  expect(await screen.findByText('The figures could not be loaded.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Hello Ada' })).toBeVisible();
  mockIsMissing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The figures')).toBeVisible();
});
