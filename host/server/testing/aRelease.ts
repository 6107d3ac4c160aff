import type { Release } from '@shop/registry';

/** A release with defaults for tests. */
export const aRelease = (overrides: Partial<Release> = {}): Release => ({
  remote: 'mfe-home',
  version: '1.0.0',
  publishedAt: '2026-01-01T00:00:00.000Z',
  publishedBy: 'home team',
  mounts: ['/'],
  missingTitle: 'This page is not loading',
  contract: 1,
  routes: [{ id: 'home', path: '/' }],
  slices: [],
  widgets: [],
  exposes: ['./remote'],
  requires: {},
  uses: { routes: [], widgets: [] },
  sizes: { entry: 1, page: 1 },
  web: { entry: 'remoteEntry.1.js', container: 'mfe_home_1', scripts: [], styles: [], chunks: {} },
  node: { entry: 'remoteEntry.1.js' },
  files: {},
  ...overrides,
});
