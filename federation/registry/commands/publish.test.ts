import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requireDescriptions } from './publish';

const gifts = { owner: 'gifts team', devPort: 3005, mounts: ['/gifts'], missingTitle: 'No gifts now' };
let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'repository-'));
  fs.mkdirSync(path.join(root, 'mfe-gifts'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const describeGifts = (description: unknown): void =>
  fs.writeFileSync(path.join(root, 'mfe-gifts/remote.json'), JSON.stringify(description));

test('a remote that declares more than any remote may have is refused with the field and the limit', () => {
  describeGifts({ ...gifts, budget: { entry: 8.5, page: 1_900 } });
  expect(() => requireDescriptions(['mfe-gifts'], root)).toThrow(
    expect.objectContaining({
      code: 'refused',
      message:
        'mfe-gifts/remote.json is invalid:\n  - budget.page: 1900 KB is more than the 60 KB that any remote may have',
    }),
  );
});

test('a remote that does not exist is an error, not a refusal', () => {
  expect(() => requireDescriptions(['mfe-nowhere'], root)).toThrow(
    expect.not.objectContaining({ code: 'refused' }) as Error,
  );
});
