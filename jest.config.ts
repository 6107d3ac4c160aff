/** @jest-config-loader esbuild-register */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from 'jest';

const testing = (file: string): string => path.join(__dirname, 'shared/src/testing', file);

const transformToCommonJs = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];

/** None takes this long by itself; a machine that is busy with others may be ten times as slow. */
const TEST_TIMEOUT_MS = 20_000;

/** What `npm run coverage` counts: what ships, not what tests it. */
const countedIn = (folders: readonly string[]): string[] => [
  ...folders.map((folder) => `<rootDir>/${folder}/**/*.{ts,tsx}`),
  ...['**/*.test.*', '**/*.d.ts', '**/testing/**', '**/dist/**', '**/node_modules/**'].map((pattern) => `!${pattern}`),
];

const project = (
  name: string,
  environment: 'node' | 'jest-fixed-jsdom',
  folders: readonly string[] = ['src'],
): Config => ({
  displayName: name,
  rootDir: `<rootDir>/${name}`,
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist'],
  modulePathIgnorePatterns: ['/dist/'],
  collectCoverageFrom: countedIn(folders),
  testEnvironment: environment,
  // These ship ES modules only, which jest cannot require on Node 20.
  transformIgnorePatterns: ['/node_modules/(?!(openid-client|oauth4webapi|jose|p-limit|yocto-queue)/)'],
  transform: {
    '\\.md$': path.join(__dirname, 'federation/build/webpack/markdownTransform.cjs'),
    '^.+\\.(t|j|mj)sx?$': transformToCommonJs as never,
  },
  moduleNameMapper: {
    '\\.module\\.css$': 'identity-obj-proxy',
    '\\.css$': testing('emptyModule.ts'),
    '\\.(webp|avif|png|jpe?g|svg)(\\?.*)?$': testing('pictureModule.ts'),
  },
  setupFilesAfterEnv: environment === 'node' ? [] : [testing('setupJsdom.ts')],
});

/** Every remote's folder, also one that was made a minute ago. */
const remotes = fs.readdirSync(__dirname).filter((name) => name.startsWith('mfe-'));

/**
 * Tests of the edge run the real nginx with the modules of its configuration (ops/stack/programs.ts installs them on
 * Debian).
 */
const NGINX_FILES = [
  '/usr/sbin/nginx',
  ...['http_brotli', 'http_headers_more'].map((name) => `/usr/lib/nginx/modules/ngx_${name}_filter_module.so`),
];
const hasNginx = NGINX_FILES.every((file) => fs.existsSync(file));
if (!hasNginx)
  console.warn(
    '\n*** No nginx with its modules on this machine: the tests of the edge are left out. `npx tsx ops/stack/provide.ts` installs it. ***\n',
  );

const config: Config = {
  testTimeout: TEST_TIMEOUT_MS,
  // jest leaves a core to itself and would run one suite at a time where there are two.
  maxWorkers: Math.max(2, os.availableParallelism() - 1),
  projects: [
    project('shared', 'jest-fixed-jsdom'),
    project('federation', 'node', ['build', 'registry', 'runtime']),
    project('scripts', 'node'),
    project('server-kit', 'node'),
    { ...project('host', 'jest-fixed-jsdom'), testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'] },
    { ...project('host', 'node', ['server']), testMatch: ['<rootDir>/server/**/*.test.ts'] },
    ...remotes.map((remote) => project(remote, 'jest-fixed-jsdom')),
    { ...project('ops', 'node'), testPathIgnorePatterns: ['/node_modules/', ...(hasNginx ? [] : ['/ops/nginx/'])] },
    { ...project('api', 'node'), globalSetup: path.join(__dirname, 'api/src/testing/globalSetup.ts') },
  ],
};

export default config;
