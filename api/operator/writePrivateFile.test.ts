import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writePrivateFile } from './writePrivateFile';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-private-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string, options?: Parameters<typeof writePrivateFile>[2]): Promise<void> =>
  writePrivateFile(file, async (descriptor) => fs.writeFileSync(descriptor, text), options);

test('a file is replaced as a whole, and only its owner can read it', async () => {
  const file = path.join(folder, 'export');
  await write(file, 'the first, which is longer');
  await write(file, 'second');
  expect(fs.readFileSync(file, 'utf8')).toBe('second');
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600');
});

test('a file that must be new does not replace one that appears while it is written', async () => {
  const file = path.join(folder, 'raced');
  const writing = writePrivateFile(
    file,
    async (descriptor) => {
      fs.writeFileSync(descriptor, 'ours');
      fs.writeFileSync(file, 'theirs');
    },
    { mustBeNew: true },
  );
  await expect(writing).rejects.toMatchObject({
    code: 'refused',
    message: `The file ${file} exists already: it was not changed. Name another one, or move it away.`,
  });
  expect(fs.readFileSync(file, 'utf8')).toBe('theirs');
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a link to a missing file counts as one that exists', async () => {
  const file = path.join(folder, 'link');
  fs.symlinkSync(path.join(folder, 'nowhere'), file);
  await expect(write(file, 'ours', { mustBeNew: true })).rejects.toMatchObject({ code: 'refused' });
  expect(fs.readdirSync(folder)).not.toContain('nowhere');
});

test('a disk without links keeps what is there, too, and takes what is new', async () => {
  // Such as FAT.
  const link = jest.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  });
  const file = path.join(folder, 'stick');
  await write(file, 'first', { mustBeNew: true });
  await expect(write(file, 'second', { mustBeNew: true })).rejects.toMatchObject({ code: 'refused' });
  link.mockRestore();
  expect(fs.readFileSync(file, 'utf8')).toBe('first');
});
