import { startS3, type S3Server } from '../testing/startS3';
import { testStorage } from '../testing/testStorage';
import { S3Storage } from './S3Storage';

let s3: S3Server;
testStorage(
  'an S3 bucket',
  async () => {
    s3 = await startS3();
    return new S3Storage(s3.options);
  },
  () => s3.stop(),
);

describe('an S3 bucket with failures', () => {
  let storage: S3Storage;
  beforeEach(async () => {
    s3 = await startS3();
    storage = new S3Storage({ ...s3.options, timeoutMs: 200 });
  });
  afterEach(() => s3.stop());

  const claim = 'mfe-home/1.0.0/claim.json';

  test('a put whose response is lost is recognized when the SDK repeats it', async () => {
    s3.failNext('answer lost');
    expect(await storage.create(claim, 'mine')).toBe(true);
    expect(await storage.create(claim, 'mine')).toBe(false);
    s3.failNext('answer lost', 'answer lost');
    const first = await storage.swap('composition', 'one', null);
    expect(first).toBe(await storage.readTag('composition'));
    s3.failNext('answer lost');
    const second = await storage.swap('composition', 'two', first ?? null);
    expect(second).toBe(await storage.readTag('composition'));
    expect((await storage.read('composition'))?.body.toString()).toBe('two');
  });

  test('a put that never arrived is completed by its repetition', async () => {
    s3.failNext('silence');
    expect(await storage.create(claim, 'mine')).toBe(true);
    s3.failNext('silence');
    expect(await storage.swap(claim, 'late', null)).toBeUndefined();
  });

  test('a conflict is retried; if it lasts, the existing object came first', async () => {
    s3.failNext('conflict', 'conflict');
    expect(await storage.create(claim, 'mine')).toBe(true);
    s3.failNext('conflict', 'conflict', 'conflict');
    expect(await storage.create(claim, 'yours')).toBe(false);
    const tag = (await storage.readTag(claim)) ?? null;
    s3.failNext('conflict', 'conflict', 'conflict');
    expect(await storage.swap(claim, 'yours', tag)).toBeUndefined();
    s3.failNext('conflict', 'conflict', 'conflict');
    await expect(storage.create('mfe-home/1.1.0/claim.json', 'mine')).rejects.toMatchObject({
      name: 'ConditionalRequestConflict',
    });
  });

  test('a put that conflicts with itself is recognized', async () => {
    s3.failNext('answer lost', 'conflict', 'conflict', 'conflict');
    expect(await storage.create(claim, 'mine')).toBe(true);
  });

  test('an S3 that does not respond fails after three attempts', async () => {
    for (const call of [
      () => storage.read(claim),
      () => storage.create(claim, 'mine'),
      () => storage.list('mfe-home/'),
    ]) {
      s3.failNext('silence', 'silence', 'silence');
      await expect(call()).rejects.toMatchObject({ name: 'TimeoutError' });
    }
    expect(await storage.read(claim)).toBeUndefined();
  });

  test('a read that takes too long in all is given up, although each byte arrives in time', async () => {
    const impatient = new S3Storage({ ...s3.options, timeoutMs: 200, maxReadMs: 500 });
    s3.failNext('trickle');
    const began = performance.now();
    await expect(impatient.read(claim)).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await impatient.read(claim)).toBeUndefined();
  });

  test('a missing bucket is not treated as an empty one', async () => {
    const missing = new S3Storage({ ...s3.options, bucket: 'elsewhere' });
    await expect(missing.read(claim)).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(missing.swap(claim, 'mine', 'tag')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(missing.list('')).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  test('registries that share a bucket do not see each other', async () => {
    const [europe, asia] = ['shops/europe', 'shops/asia/'].map((prefix) => new S3Storage({ ...s3.options, prefix }));
    await europe!.write('mfe-home/1.0.0/release.json', 'europe');
    expect(await asia!.create('mfe-home/1.0.0/release.json', 'asia')).toBe(true);
    expect(await storage.list('')).toEqual([
      'shops/asia/mfe-home/1.0.0/release.json',
      'shops/europe/mfe-home/1.0.0/release.json',
    ]);
    expect(await europe!.list('')).toEqual(['mfe-home/1.0.0/release.json']);
    expect(await europe!.listNames('')).toEqual(['mfe-home']);
    await europe!.removeAll('mfe-home/');
    expect(await europe!.list('')).toEqual([]);
    expect((await asia!.read('mfe-home/1.0.0/release.json'))?.body.toString()).toBe('asia');
    expect(europe!.name).toBe('s3://registry/shops/europe/');
  });
});
