import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listBackups } from '../../api/operator/backup/pgBackRest';
import { createSecrets } from '../createSecrets';
import { providePrograms } from '../stack/programs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-settings-'));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('pgBackRest takes the settings of docker-compose.yml with the key that npm run secrets creates, and none without it', async () => {
  providePrograms(['pgbackrest']);
  const secrets = path.join(folder, 'secrets');
  createSecrets(secrets);
  fs.chmodSync(secrets, 0o755); // as in a container, where the folder is mounted
  const environment = {
    PGBACKREST_CONFIG: path.join(__dirname, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: path.join(folder, 'repository'),
    PGBACKREST_PG1_USER: 'shop',
  };
  expect(await listBackups({ ...environment, PGBACKREST_CONFIG_INCLUDE_PATH: secrets })).toEqual([]);
  await expect(listBackups(environment)).rejects.toThrow(/repo1-cipher-pass/);
});
