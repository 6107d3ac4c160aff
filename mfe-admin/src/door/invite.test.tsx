import { startInviteApp } from '@shop/contracts';
import { createContractServices, renderRemote, respondTo } from '@shop/shared/testing';
import { screen } from '@testing-library/react';
import { encode } from 'uqr';
import { remote } from '../remote';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const ADDRESS = `otpauth://totp/Back%20office:ada%40example.com?issuer=Back%20office&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`;

/** Paints the rectangles of a path, as rows of modules. */
const paint = (path: string, size: number): boolean[][] => {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const rest = path.replaceAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g, (_all, x: string, y: string, width: string, back) => {
    expect(back).toBe(x);
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    return '';
  });
  expect(rest).toBe('');
  return rows;
};

test('who connects an app for codes scans a QR code, or types the key below it (product 16.3)', async () => {
  window.location.hash = 'key=of-ada';
  const services = createContractServices([respondTo(startInviteApp, () => ({ secret: SECRET, address: ADDRESS }))]);
  const { user } = renderRemote(remote, { at: '/admin/invite', services });
  await user.type(await screen.findByLabelText('Your name'), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Use an app for codes' }));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();

  const picture = await screen.findByRole('img', { name: /QR code of the key below/ });
  const size = Number(picture.getAttribute('viewBox')?.split(' ').at(-1));
  const { data } = encode(ADDRESS, { ecc: 'M', border: 4 });
  expect(size).toBe(data.length);
  const rows = paint(picture.querySelector('path')?.getAttribute('d') ?? '', size);
  expect(rows).toEqual(data);
  const border = [...rows.slice(0, 4), ...rows.slice(-4), ...rows.map((row) => [...row.slice(0, 4), ...row.slice(-4)])];
  expect(border.flat()).not.toContain(true);
  expect(picture.querySelector('rect')).toHaveAttribute('fill', '#fff');
});
