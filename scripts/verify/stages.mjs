import path from 'node:path';
import { root } from '../install.mjs';
import { bin } from '../steps.mjs';

const runJest = (...args) => [bin('jest'), args];
const systemTests = (...args) => runJest('-c', 'jest.system.config.ts', ...args);
const browserTests = (...args) => [process.execPath, ['scripts/e2e.mjs', ...args]];
const production = { E2E_TOPOLOGY: 'production' };
const TOPOLOGY = ['nginx', 'redis', 'openssl', 'postgresql', 'chromium'];
const CLUSTER = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'pgbackrest', 'restic'];
const PROJECTS = { releases: ['federation', 'host'], api: ['api'], edge: ['ops'] };

/** The parts of `npm run verify`, in order. `needs`: programs by their names in ops/stack/programs.ts. */
export const stages = [
  {
    name: 'repository',
    summary: 'copies of the repository (import rules, a new facet), installing, starting, audit, bill of materials',
    needs: [],
    // Every project that no other part runs.
    command: systemTests('--ignoreProjects', ...Object.values(PROJECTS).flat()),
  },
  {
    name: 'first-start',
    summary: 'npm start on Node 20 to 26, as another user, interrupted, with taken ports, without a network',
    needs: [],
    command: [process.execPath, ['scripts/firstStart.mjs', '--all']],
  },
  {
    name: 'isolation',
    summary: 'what code of releases cannot reach, on Node 20 to 26',
    needs: [],
    command: [process.execPath, ['scripts/isolation.mjs']],
  },
  {
    name: 'releases',
    summary: 'new remotes, builds, real trials and renderers, kills of registry and host, dev servers',
    needs: ['chromium', 'promtool'],
    command: systemTests('--selectProjects', ...PROJECTS.releases),
  },
  {
    name: 'api',
    summary:
      'kills, races, full disks, migrations under traffic, two releases at once, Redis, a pooler; embedded and on PostgreSQL',
    needs: ['postgresql', 'redis', 'pgbouncer'],
    command: systemTests('--selectProjects', ...PROJECTS.api),
  },
  {
    name: 'edge',
    summary:
      'nginx with its real configuration; backups of PostgreSQL, alone and as a cluster, and restores to a second',
    needs: ['nginx', 'openssl', 'postgresql', 'pgbackrest', 'restic', 'etcd', 'patroni', 'haproxy', 'pgbouncer'],
    command: systemTests('--selectProjects', ...PROJECTS.edge),
  },
  {
    name: 'postgresql',
    summary: "the API's other tests on PostgreSQL instead of the embedded database",
    needs: ['postgresql'],
    command: runJest('--selectProjects', 'api'),
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
  {
    name: 'cluster',
    summary: 'databases that take over from each other, replicas, a pooler, backups, a bucket, two releases at once',
    needs: [...CLUSTER, ...TOPOLOGY],
    build: true,
    command: ['npm', ['run', '--silent', 'chaos', '--', 'failover', 'bucket']],
    alsoRun: [
      systemTests('--selectProjects', 'api', 'ops', '--testPathPatterns', 'pooler|replicas|twoVersions|ops/backup'),
    ],
  },
];

export const lastRunFile = path.join(root, 'reports/verify.json');
