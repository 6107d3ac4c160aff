import { createDevServer, developmentComposition } from '@shop/build/createDevServer';
import { exitWithReason } from '@shop/server-kit/lifecycle/exitWithReason';
import createConfig from '../webpack.config';
import { chooseStorefront } from './pages/chooseStorefront';
import { chooseTheme } from './pages/chooseTheme';
import { readConfig } from './config';
import { buildHtmlDocument } from './pages/buildHtmlDocument';

/** Starts the host with Fast Refresh: pages render in the browser, and remotes come from their own dev servers. */
const startDevHost = async (): Promise<void> => {
  const config = readConfig(process.env);
  await createDevServer('host', createConfig, {
    port: config.port,
    proxyTo: config.apiOrigin,
    mediaDirectory: config.mediaDirectory,
    shell: (cookie, host) => {
      const audience = host?.startsWith('admin.') ? 'staff' : 'shoppers';
      return buildHtmlDocument({
        storefront: chooseStorefront(new URLSearchParams(), cookie).storefront,
        theme: chooseTheme(audience, cookie),
        html: '',
        styles: [],
        data: {
          ...(audience === 'staff' ? { audience } : {}),
          composition: developmentComposition(audience),
          source: config.source,
          visitToken: '',
          serviceWorker: false,
          state: null,
          router: null,
        },
        assets: {
          scripts: ['/assets/client.js'],
          styles: [],
          offline: { scripts: [], styles: [] },
          pageStyles: [],
          earlyInput: { script: '', hash: '' },
        },
        remote: undefined,
        chunks: [],
      });
    },
  });
};

startDevHost().catch(exitWithReason);
