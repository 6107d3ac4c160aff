import path from 'node:path';
import { createToken, createHttpAccess, Registry } from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import type { Fault } from '../Fault';
import { breakWhatIsLive } from './live';
import { publishRefused } from './refused';
import { openBrowser } from './shopper';

export const badReleases: Fault = {
  summary:
    'bad releases, published over HTTP: how long a refusal takes, how much other pages slow down, how soon they are rolled back',
  inQuick: true,
  async run({ quick, topology }) {
    const shop = await topology();
    const registry = new Registry(new FileStorage(path.join(shop.directory, 'registry')));
    const token = await createToken(registry, 'a-team', ['mfe-auth', 'mfe-home'], new Date());
    const access = createHttpAccess(`http://127.0.0.1:${shop.ports.hosts[0]}/federation/api`, token);
    const browser = await openBrowser();
    try {
      return [...(await publishRefused(access, quick)), ...(await breakWhatIsLive({ shop, access, browser }, quick))];
    } finally {
      await browser.close();
    }
  },
};
