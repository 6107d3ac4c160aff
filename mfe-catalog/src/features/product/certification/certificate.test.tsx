import type { ProductFeatures } from '@shop/contracts';
import { storefrontEntered } from '@shop/shared/state';
import { aProductDetail, createFakeServices, renderRemote } from '@shop/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../../remote';
import { answerProduct } from '../../../testing/answerProduct';

type Certification = NonNullable<ProductFeatures['certification']>;

const gia: Certification = {
  laboratory: 'GIA',
  reportNumber: '2141438171',
  values: [
    { name: 'Carat', value: '0.50' },
    { name: 'Color', value: 'G' },
  ],
};
const open = async (certification: Certification = gia) => {
  const rendered = renderRemote(remote, {
    at: '/products/ring-halo',
    services: createFakeServices(answerProduct(aProductDetail({ storeFeatures: { certification } }))),
  });
  await rendered.user.click(await screen.findByRole('button', { name: 'View certificate' }));
  return { ...rendered, dialog: within(await screen.findByRole('dialog', { name: 'Certificate' })) };
};

test('a certificate has laboratory, number and the values of its report (product 5.15)', async () => {
  const { dialog } = await open();
  expect(dialog.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'LaboratoryGIA',
    'Report number2141438171',
    'Carat0.50',
    'ColorG',
  ]);
});

test('the number is copied', async () => {
  const { user, dialog } = await open();
  const writeText = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(dialog.getByRole('button', { name: 'Copy the number' }));
  expect(await dialog.findByText('The number is copied.')).toHaveAttribute('role', 'status');
  expect(writeText.mock.calls).toEqual([['2141438171']]);
});

test('where copying is not allowed, the certificate says so', async () => {
  const { user, dialog } = await open();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await user.click(dialog.getByRole('button', { name: 'Copy the number' }));
  expect(await dialog.findByText(/does not allow copying/)).toBeInTheDocument();
});

const ownUrl = 'https://reports.example/31';
test.each<[string, Partial<Certification>, string]>([
  ['GIA', {}, 'https://www.gia.edu/report-check?reportno=2141438171'],
  ['International Gemological Institute', {}, 'https://www.igi.org/verify-your-report/?r=2141438171'],
  ['HRD Antwerp', { reportNumber: 'A&B 1' }, 'https://my.hrdantwerp.com/?record_number=A%26B%201'],
  ['A laboratory of its own', { reportUrl: ownUrl }, ownUrl],
])('a report of %s links to it there', async (laboratory, more, href) => {
  const { dialog } = await open({ ...gia, laboratory, ...more });
  expect(dialog.getByRole('link', { name: /^Check it at the laboratory/ })).toHaveAttribute('href', href);
});

test('a report of an unknown laboratory has no link', async () => {
  const { dialog } = await open({ laboratory: 'International Gemological Laboratory', reportNumber: 'IGL-1' });
  expect(dialog.queryByRole('link')).not.toBeInTheDocument();
});

test('a storefront that does not name the feature shows nothing of it', async () => {
  const { store } = await open();
  act(() => void store.dispatch(storefrontEntered('organic')));
  await waitFor(() => expect(screen.queryByText(/report 2141438171/)).not.toBeInTheDocument());
});
