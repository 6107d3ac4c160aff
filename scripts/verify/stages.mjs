import path from 'node:path';
import { root } from '../install.mjs';
import { bin } from '../steps.mjs';

const jest = (...args) => [bin('jest'), args];
const systemTests = (pattern) => jest('-c', 'jest.system.config.ts', '--testPathPatterns', pattern);
const browserTests = (...args) => [process.execPath, ['scripts/e2e.mjs', ...args]];
const production = { E2E_TOPOLOGY: 'production' };
const TOPOLOGY = ['nginx', 'redis', 'openssl', 'postgresql', 'chromium'];

/**
 * The parts of `npm run verify`, in order. Every `*.system.test.ts` is in exactly one of them, by its folder
 * (stages.test.ts). `needs`: programs by their names in ops/stack/programs.ts.
 */
export const stages = [
  {
    name: 'copies',
    summary: 'copies of the repository: import rules, a new remote and its checks, a new facet, build inputs',
    needs: [],
    command: systemTests('^(?!.*(?:/api/|/ops/|/host/|/federation/registry/(?!commands/checkRemote)))'),
  },
  {
    name: 'releases',
    summary: 'the registry and the host with real trials and renderers, on disk and on S3; kills of both',
    needs: ['chromium'],
    command: systemTests('/federation/registry/(?!commands/checkRemote)|/host/'),
  },
  {
    name: 'api',
    summary: 'kills, races, full disks, backups, migrations under traffic, Redis; embedded and on PostgreSQL',
    needs: ['postgresql', 'redis'],
    command: systemTests('/api/'),
  },
  {
    name: 'edge',
    summary: 'nginx with its real configuration',
    needs: ['nginx', 'openssl'],
    command: systemTests('/ops/'),
  },
  {
    name: 'postgresql',
    summary: "the API's other tests on PostgreSQL instead of the embedded database",
    needs: ['postgresql'],
    command: jest('--selectProjects', 'api'),
    environment: { TEST_DATABASE: 'PostgreSQL' },
  },
  {
    name: 'browser',
    summary: 'all browser tests behind nginx, while processes are killed: dev servers, storefronts, kept releases',
    needs: TOPOLOGY,
    build: true,
    command: browserTests('--grep-invert', 'Lighthouse'),
    environment: production,
  },
  {
    name: 'lighthouse',
    summary: 'the audits and budgets of six pages',
    needs: TOPOLOGY,
    build: true,
    command: browserTests('specs/lighthouse.system.spec.ts'),
    environment: production,
  },
  {
    name: 'faults',
    summary: 'load shed, slow clients, lost databases, full disks, bad releases (npm run chaos)',
    needs: TOPOLOGY,
    build: true,
    command: ['npm', ['run', '--silent', 'chaos', '--', '--quick']],
  },
];

export const lastRunFile = path.join(root, 'reports/verify.json');
