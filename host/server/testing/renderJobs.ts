import type { RenderRequest } from '../../src/entry.server';
import type { RenderJob } from '../pages/RenderPool';

/** Creates a page to render that belongs to no remote, for a guest. */
export const aRenderJob = (request: Partial<RenderRequest> = {}, rest: Partial<RenderJob> = {}): RenderJob => ({
  request: {
    url: '/',
    storefront: 'organic',
    currency: 'USD',
    release: null,
    site: { origin: '', menuLinks: [] },
    changes: {},
    source: 'api',
    hasSession: false,
    ...request,
  },
  callApi: () => Promise.reject(new Error('There is no API')),
  isLive: true,
  ...rest,
});
