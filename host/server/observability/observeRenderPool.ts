import { currentRequest, buildForwardedHeaders } from '@shop/server-kit/observability/requestContext';
import type { Tracing } from '@shop/server-kit/observability/spans';
import type { RenderPool } from '../pages/RenderPool';
import type { HostMetrics } from './hostMetrics';

interface Observation {
  readonly metrics: Pick<HostMetrics, 'renders' | 'rendersInProgress'>;
  readonly tracing: Tracing | undefined;
}

/** Wraps the pool with metrics and tracing. API calls during a render belong to the trace of the page's request. */
export const observeRenderPool = (pool: RenderPool, { metrics, tracing }: Observation): RenderPool => ({
  ...pool,
  async render(job) {
    const context = currentRequest();
    const span =
      context?.span &&
      tracing?.start({
        name: 'render page',
        kind: 'internal',
        parent: context.span,
        attributes: { 'shop.remote': job.request.release?.remote ?? 'none' },
      });
    const stopTimer = metrics.renders.startTimer();
    metrics.rendersInProgress.inc();
    let failed = true;
    try {
      const headers = context && buildForwardedHeaders({ ...context, span });
      const result = await pool.render({ ...job, callApi: (address) => job.callApi(address, headers) });
      failed = false;
      return result;
    } finally {
      metrics.rendersInProgress.dec();
      stopTimer();
      span?.end({ failed });
    }
  },
});
