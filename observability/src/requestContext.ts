import { AsyncLocalStorage } from 'node:async_hooks';
import { REQUEST_ID_HEADER } from './requestIds';
import type { Span } from './spans';

/** What is known everywhere below a request, without being handed down. */
export interface RequestContext {
  readonly requestId: string;
  readonly span: Span | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const currentRequest = (): RequestContext | undefined => storage.getStore();

export const runInRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

/** What a call to another server carries, so that its logs and spans belong to this request. */
export const passedOnHeaders = ({ requestId, span }: RequestContext): Record<string, string> => ({
  [REQUEST_ID_HEADER]: requestId,
  ...(span ? { traceparent: span.traceparent } : {}),
});
