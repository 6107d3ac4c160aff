import sharp from 'sharp';
import { encodeShare, SHARE_SIZE } from './encodeShare';

const aPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#8899aa' } })
    .webp({ lossless: true })
    .toBuffer();

/** Darkest value in the strip left of the picture. */
const findDarkest = async (share: Buffer, width: number): Promise<number> => {
  const { channels } = await sharp(share).extract({ left: 0, top: 0, width, height: SHARE_SIZE.height }).stats();
  return Math.min(...channels.map(({ min }) => min));
};

test.each([
  ['jewellery/ring-halo-1', 800, 800, 570],
  ['blog/organic-bread', 1200, 800, 340],
])('%s is shared beside the wordmark of its storefront (product 15.3)', async (name, width, height, free) => {
  const share = await encodeShare(name, await aPicture(width, height));
  expect(await sharp(share).metadata()).toMatchObject({ format: 'jpeg', ...SHARE_SIZE });
  expect(await findDarkest(share, free)).toBeLessThan(80);
});

test('a picture that an operator added is shared alone, on its own color (product 15.3)', async () => {
  const share = await encodeShare('added/my-ring', await aPicture(700, 700));
  expect(await sharp(share).metadata()).toMatchObject({ format: 'jpeg', ...SHARE_SIZE });
  expect(await findDarkest(share, 280)).toBeGreaterThan(120);
});
