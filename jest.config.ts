/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

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

/** Packages published as ES modules only, which jest must transform like our own sources. */
const esmOnly = ['msw', '@mswjs', 'until-async', 'rettime', '@open-draft', 'outvariant', 'is-node-process', 'strict-event-emitter'];

const project = (name: string, environment: 'node' | 'jest-fixed-jsdom'): Config => ({
  displayName: name,
  rootDir: `<rootDir>/${name}`,
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironment: environment,
  transform: { '^.+\\.(t|j|mj)sx?$': transformToCommonJs as never },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '\\.module\\.css$': 'identity-obj-proxy',
    '\\.css$': '<rootDir>/../shared/src/testing/emptyModule.ts',
    '\\.(webp|avif|png|jpe?g|svg)(\\?.*)?$': '<rootDir>/../shared/src/testing/pictureModule.ts',
  },
  setupFilesAfterEnv: environment === 'node' ? [] : ['<rootDir>/../shared/src/testing/setupJsdom.ts'],
});

const config: Config = {
  projects: [
    project('shared', 'jest-fixed-jsdom'),
    project('federation', 'node'),
    project('host', 'jest-fixed-jsdom'),
    project('mfe-auth', 'jest-fixed-jsdom'),
    project('mfe-catalog', 'jest-fixed-jsdom'),
    project('mfe-cart-checkout', 'jest-fixed-jsdom'),
    project('mfe-home', 'jest-fixed-jsdom'),
    project('api', 'node'),
  ],
};

export default config;
