import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { addPictures } from './addPictures';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pictures-'));
const media = path.join(folder, 'media');
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
beforeEach(() => fs.rmSync(media, { recursive: true, force: true }));

const add = async (...files: string[]): Promise<string[]> => {
  const printed: string[] = [];
  await addPictures({ environment: { MEDIA_DIR: media }, print: (line) => printed.push(line) }, files);
  return printed;
};
const write = (name: string, content: Buffer | string): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return file;
};
const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d9b04c' } });
const listMedia = (): string[] =>
  fs.existsSync(media) ? fs.readdirSync(media, { recursive: true, encoding: 'utf8' }).sort() : [];

test('a picture is added in all sizes, upright and without what the camera wrote, and the cell to paste is printed', async () => {
  const photo = aPicture(1600, 1000)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada', Make: 'a camera' } });
  const file = write('Mein Ring (1).JPG', await photo.withMetadata({ orientation: 6 }).toBuffer());
  const [line = ''] = await add(file);
  expect(line).toMatch(
    /^Mein Ring \(1\)\.JPG: \/media\/added\/mein-ring-1\.[0-9a-f]{8}-640\.webp \| 1000x1600 \| alternative text$/,
  );
  const files = listMedia().filter((name) => name.includes('mein-ring'));
  expect(files.map((name) => name.replace(/\.[0-9a-f]{8}-/, '-'))).toEqual(
    ['1200.avif', '1200.jpg', '1200.webp', '320.avif', '320.webp', '640.avif', '640.webp', '960.avif', '960.webp'].map(
      (size) => `added/mein-ring-1-${size}`,
    ),
  );
  const { width, height, exif } = await sharp(
    path.join(media, files.find((name) => name.endsWith('-640.webp')) ?? ''),
  ).metadata();
  expect([width, height, exif]).toEqual([640, 1024, undefined]);
  const originals = listMedia().filter((name) => name.startsWith('originals/'));
  expect(originals.map((name) => fs.readFileSync(path.join(media, name)))).toEqual([fs.readFileSync(file)]);
  expect(await add(file)).toEqual([line]);
  expect(listMedia().filter((name) => name.includes('mein-ring'))).toEqual(files);
}, 30_000);

test.each([
  ['page.jpg', '<!doctype html><script>alert(1)</script>', 'is not a JPEG, PNG, WebP, AVIF or GIF'],
  ['empty.png', '', 'is empty'],
  [
    'drawing.png',
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="9" height="9"/></svg>',
    'is not a JPEG, PNG, WebP, AVIF or GIF',
  ],
])('%s is refused with the reason, and no other picture is added', async (name, content, reason) => {
  const good = write('good.png', await aPicture(700, 700).png().toBuffer());
  await expect(add(good, write(name, content))).rejects.toMatchObject({
    code: 'refused',
    message: `${name} ${reason}: no picture was added.`,
  });
  expect(listMedia()).toEqual([]);
});

test('pictures that are too small, too large or damaged are refused', async () => {
  const refusal = async (name: string, content: Buffer): Promise<string> =>
    add(write(name, content)).then(
      () => 'added',
      ({ message }: Error) => message,
    );
  expect(await refusal('small.png', await aPicture(900, 500).png().toBuffer())).toBe(
    'small.png has 900x500 pixels, of which each side needs 600: no picture was added.',
  );
  // 400 million pixels in some kilobytes, more than sharp opens
  const bomb = await aPicture(2, 2).resize(20_000, 20_000, { kernel: 'nearest' }).png().toBuffer();
  expect(await refusal('bomb.png', bomb)).toBe(
    'bomb.png has 20000x20000 pixels, more than 60 million: no picture was added.',
  );
  expect(await refusal('huge.jpg', Buffer.alloc(25_000_001))).toBe(
    'huge.jpg has 26 MB, more than 25: no picture was added.',
  );
  const whole = await aPicture(900, 900).png().toBuffer();
  expect(await refusal('half.png', whole.subarray(0, whole.length / 2))).toBe(
    'half.png is damaged: no picture was added.',
  );
  expect(await refusal('none.png', whole)).toBe('added');
}, 30_000);

test('a file that is not there is named', async () => {
  await expect(add(path.join(folder, 'nowhere.jpg'))).rejects.toMatchObject({
    message: 'nowhere.jpg cannot be read (ENOENT): no picture was added.',
  });
});
