import { RemoteUnavailableError } from '@shop/federation/browser';
import { latestRequestId } from '@shop/shared/api-client';
import { findOrigin } from './findOrigin';
import { MAX_MESSAGE_LENGTH, sendReport, type RumReport } from './RumReport';

/** A page that fails in a loop says so this often. */
const MAX_REPORTS = 20;
const sentReports = new Set<string>();
/** "mfe-home 1.4.0": the releases that failed in this page, until the visit tells of them. */
const failedReleases = new Set<string>();

/**
 * Tells our own server of a failure, with the remote and the release it came from; an operator of today also sees it in
 * the console.
 */
export const reportError = (
  error: unknown,
  kind: RumReport['kind'] = error instanceof RemoteUnavailableError ? 'load' : 'render',
  file?: string,
): void => {
  if (kind !== 'error') console.warn('[shop]', error); // the browser writes down itself what nobody caught
  const report: RumReport = {
    kind,
    ...findOrigin(error, file),
    message: String(error instanceof Error ? `${error.name}: ${error.message}` : error).slice(0, MAX_MESSAGE_LENGTH),
    page: `/${window.location.pathname.split('/')[1] ?? ''}`,
  };
  if (report.remote !== null && report.release !== null) failedReleases.add(`${report.remote} ${report.release}`);
  const text = JSON.stringify(report);
  if (sentReports.has(text) || sentReports.size >= MAX_REPORTS) return;
  sentReports.add(text);
  sendReport({ ...report, lastCall: latestRequestId() });
};

/** The releases that failed since this was asked for last, as "mfe-home 1.4.0". */
export const drainFailedReleases = (): ReadonlySet<string> => {
  const drained = new Set(failedReleases);
  failedReleases.clear();
  return drained;
};

/** Reports what nobody catches. */
export const reportUncaughtErrors = (): void => {
  window.addEventListener('error', ({ error, message, filename }) => reportError(error ?? message, 'error', filename));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason, 'error'));
};
