import { RemoteUnavailableError } from '@shop/runtime/browser';
import { getLatestRequestId } from '@shop/shared/api-client';
import { findOrigin, findSuspects, type ErrorOrigin } from './findOrigin';
import { MAX_MESSAGE_LENGTH, sendReport, type RumReport } from './RumReport';

/** Limit for a page that fails in a loop. */
const MAX_REPORTS = 20;
const sentReports = new Set<string>();
/** Releases that failed since the last visit report, as "mfe-home 1.4.0". */
const failedReleases = new Set<string>();

/** Errors of browser extensions say nothing about the shop. */
const isOfExtension = (error: unknown, file = ''): boolean =>
  /-extension:\/\//.test(error instanceof Error ? (error.stack ?? '') : file);

const send = (kind: RumReport['kind'], { remote, release }: ErrorOrigin, message: string): void => {
  const report: RumReport = {
    kind,
    remote,
    release,
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    page: `/${window.location.pathname.split('/')[1] ?? ''}`,
  };
  if (remote !== null && release !== null) failedReleases.add(`${remote} ${release}`);
  const text = JSON.stringify(report);
  if (sentReports.has(text) || sentReports.size >= MAX_REPORTS) return;
  sentReports.add(text);
  sendReport({ ...report, lastCall: getLatestRequestId() });
};

/** Reports an error to our server with its remote and release, and logs it to the console. */
export const reportError = (
  error: unknown,
  kind: RumReport['kind'] = error instanceof RemoteUnavailableError ? 'load' : 'render',
  file?: string,
): void => {
  if (isOfExtension(error, file)) return;
  if (kind !== 'error') console.warn('[shop]', error); // the browser logs uncaught errors itself
  send(kind, findOrigin(error, file), error instanceof Error ? `${error.name}: ${error.message}` : String(error));
};

/** Reports damage to the page around a remote for its likeliest causes. */
export const reportDamage = (message: string): void => {
  console.warn('[shop]', message);
  for (const origin of findSuspects()) send('damage', origin, message);
};

/** Returns and clears the releases that failed since the last call, as "mfe-home 1.4.0". */
export const drainFailedReleases = (): ReadonlySet<string> => {
  const drained = new Set(failedReleases);
  failedReleases.clear();
  return drained;
};

/** Reports uncaught errors and rejections. */
export const reportUncaughtErrors = (): void => {
  window.addEventListener('error', ({ error, message, filename }) => reportError(error ?? message, 'error', filename));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason, 'error'));
};
