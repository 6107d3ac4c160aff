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

/** What `npm run coverage` counts: what ships, not what tests it. */
const countedIn = (folders: readonly string[]): string[] => [
  ...folders.map((folder) => `<rootDir>/${folder}/**/*.{ts,tsx}`),
  ...['**/*.test.*', '**/*.d.ts', '**/testing/**', '**/dist/**', '**/node_modules/**'].map((pattern) => `!${pattern}`),
];

/** By their names: *.system.test.ts start processes, build or copy the repository, and belong to `npm run verify`. */
type Level = 'process' | 'system';

const createTestMatch = (level: Level, folder: string): string[] =>
  ['ts', 'tsx'].map((extension) =>
    level === 'system'
      ? `<rootDir>/${folder}**/*.system.test.${extension}`
      : `<rootDir>/${folder}**/!(*.system).test.${extension}`,
  );

/** Every remote's folder, also one that was made a minute ago. */
const remotes = fs.readdirSync(__dirname).filter((name) => name.startsWith('mfe-'));
/** Of every project, so that --findRelatedTests follows imports from one package to another. */
const roots = ['shared', 'federation', 'scripts', 'server-kit', 'host', ...remotes, 'ops', 'api'].map((folder) =>
  path.join(__dirname, folder),
);

const project = (
  level: Level,
  name: string,
  environment: 'node' | 'jest-fixed-jsdom',
  { folder = '', counted = ['src'] }: { readonly folder?: string; readonly counted?: readonly string[] } = {},
): Config => ({
  displayName: name,
  rootDir: `<rootDir>/${name}`,
  roots,
  testMatch: createTestMatch(level, folder),
  testPathIgnorePatterns: ['/node_modules/', '/dist'],
  modulePathIgnorePatterns: ['/dist/'],
  collectCoverageFrom: countedIn(counted),
  testEnvironment: environment,
  // These ship ES modules only, which jest cannot require on Node 20.
  transformIgnorePatterns: ['/node_modules/(?!(openid-client|oauth4webapi|jose|p-limit|yocto-queue)/)'],
  transform: {
    '\\.webp$': path.join(__dirname, 'federation/build/pictures/pictureTransform.cjs'),
    '\\.md$': path.join(__dirname, 'federation/build/webpack/markdownTransform.cjs'),
    '^.+\\.(t|j|mj)sx?$': transformToCommonJs as never,
  },
  moduleNameMapper: {
    '\\.module\\.css$': 'identity-obj-proxy',
    '\\.css$': testing('emptyModule.ts'),
    '^(.+\\.webp)\\?.*$': '$1',
  },
  setupFilesAfterEnv: environment === 'node' ? [] : [testing('setupJsdom.ts')],
});

export const createConfig = (level: Level): Config => ({
  cacheDirectory: path.join(__dirname, '.cache/jest'),
  // A busy machine may be ten times as slow.
  testTimeout: level === 'system' ? 180_000 : 60_000,
  // jest leaves a core to itself and would run one suite at a time where there are two.
  maxWorkers: Math.max(2, os.availableParallelism() - 1),
  projects: [
    project(level, 'shared', 'jest-fixed-jsdom', { counted: ['src', 'contracts'] }),
    project(level, 'federation', 'node', { counted: ['build', 'registry', 'runtime'] }),
    project(level, 'scripts', 'node'),
    project(level, 'server-kit', 'node'),
    project(level, 'host', 'jest-fixed-jsdom', { folder: 'src/' }),
    project(level, 'host', 'node', { folder: 'server/', counted: ['server'] }),
    ...remotes.map((remote) => project(level, remote, 'jest-fixed-jsdom')),
    project(level, 'ops', 'node'),
    { ...project(level, 'api', 'node'), globalSetup: path.join(__dirname, 'api/src/testing/globalSetup.ts') },
  ],
});

export default createConfig('process');
