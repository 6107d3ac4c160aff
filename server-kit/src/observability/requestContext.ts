import { AsyncLocalStorage } from 'node:async_hooks';
import { REQUEST_ID_HEADER } from './requestIds';
import type { Span } from './spans';

/** Available to all code that runs for a request, without being passed as a parameter. */
export interface RequestContext {
  readonly requestId: string;
  readonly span: Span | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const currentRequest = (): RequestContext | undefined => storage.getStore();

export const runInRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

/** Headers for calls to other servers, so that their logs and spans belong to this request. */
export const buildForwardedHeaders = ({ requestId, span }: RequestContext): Record<string, string> => ({
  [REQUEST_ID_HEADER]: requestId,
  ...(span ? { traceparent: span.traceparent } : {}),
});
