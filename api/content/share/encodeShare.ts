import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { storefronts, type StorefrontId } from '@shop/contracts/storefronts';

/** What Open Graph recommends; in pixels. */
export const SHARE_SIZE = { width: 1200, height: 630 };
/** A wider picture is cut off at its sides. */
const MAX_PICTURE_WIDTH = 860;
const MAX_WORDMARK_WIDTH = 300;
const MARGIN = 60;
const QUALITY = 82;

const toWordmark = (id: StorefrontId): string => path.join(__dirname, `${id}.svg`);

/**
 * `jewellery/ring-halo-1` and `blog/jewellery-rings` are of one storefront; what an operator added can be of any. A
 * storefront may have no wordmark here yet.
 */
const findStorefront = (name: string): StorefrontId | undefined =>
  Object.values(storefronts).find(
    ({ id }) => (name.startsWith(`${id}/`) || name.includes(`/${id}-`)) && fs.existsSync(toWordmark(id)),
  )?.id;

interface Wordmark {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}
const wordmarks = new Map<string, Promise<Wordmark>>();
const drawWordmark = (storefront: StorefrontId, width: number): Promise<Wordmark> => {
  const key = `${storefront} ${width}`;
  const drawn =
    wordmarks.get(key) ??
    sharp(fs.readFileSync(toWordmark(storefront)), { density: 180 })
      .resize({ width })
      .png()
      .toBuffer({ resolveWithObject: true });
  wordmarks.set(key, drawn);
  return drawn;
};

/** Color of a picture's upper left corner. */
const findGround = async (picture: Buffer): Promise<{ r: number; g: number; b: number }> =>
  (await sharp(picture).extract({ left: 0, top: 0, width: 24, height: 24 }).removeAlpha().stats()).dominant;

/**
 * Makes the picture for link previews, a JPEG of 1200 × 630 pixels: the wordmark of its storefront at the left, the
 * picture at the right. Without a storefront, the picture is in the middle, on the color of its own corner.
 */
export const encodeShare = async (name: string, picture: Buffer): Promise<Buffer> => {
  const { width, height } = SHARE_SIZE;
  const original = await sharp(picture).metadata();
  const pictureWidth = Math.min(
    MAX_PICTURE_WIDTH,
    Math.max(height, Math.round((height * original.width) / original.height)),
  );
  const free = width - pictureWidth;
  const storefront = findStorefront(name);
  const right = storefront ? 0 : Math.round(free / 2);
  const background = storefront ? storefronts[storefront].theme.backgroundColor : await findGround(picture);
  const share = sharp(picture)
    .resize(pictureWidth, height, { fit: 'cover' })
    .removeAlpha()
    .extend({ left: free - right, right, background })
    .jpeg({ quality: QUALITY });
  if (!storefront) return share.toBuffer();
  const { data, info } = await drawWordmark(storefront, Math.min(MAX_WORDMARK_WIDTH, free - 2 * MARGIN));
  const [left, top] = [free - info.width, height - info.height].map((space) => Math.round(space / 2));
  return share.composite([{ input: data, left, top }]).toBuffer();
};
