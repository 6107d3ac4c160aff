import { RegistryError, type Release, type ReleaseUpload } from '..';
import { builtRemote } from '../testing/builtRemote';
import { publishUpload } from './publishUpload';

const FAILURES = ['/ (jewellery) fails in the browser: TypeError: no gifts'];
const published = { version: '1.0.0' } as Release;
const accessOf = (publish: (upload: ReleaseUpload) => Promise<Release>) => ({ publish });
const failed: ReleaseUpload = { ...builtRemote({ version: '1.0.0' }), failures: FAILURES };
const refusal = { code: 'refused', message: `mfe-home 1.0.0 is refused:\n  - ${FAILURES[0]}`, reasons: FAILURES };

test('a build whose pages did not fail is published', async () => {
  await expect(
    publishUpload(
      accessOf(async () => published),
      builtRemote(),
    ),
  ).resolves.toBe(published);
});

describe('a build whose pages failed is refused', () => {
  test('with the reasons of the registry, which may name the cause', async () => {
    const error = new RegistryError('refused', 'mfe-home 1.0.0 is refused:', ['It contains a React of its own.']);
    await expect(
      publishUpload(
        accessOf(() => Promise.reject(error)),
        failed,
      ),
    ).rejects.toBe(error);
  });

  test.each([
    ['does not accept what failed', () => Promise.reject(new RegistryError('invalid', 'The request is invalid'))],
    ['is not reached', () => Promise.reject(new Error('Cannot reach the registry'))],
    ['has published the same files before', async () => published],
  ])('with what failed if the registry %s', async (_what, publish) => {
    await expect(publishUpload(accessOf(publish), failed)).rejects.toMatchObject(refusal);
  });
});
