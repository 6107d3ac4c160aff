import { spawnSync } from 'node:child_process';
import { root } from './install.mjs';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const STOPS = ['high', 'critical'];

/** Returns npm's report, or the reason why there is none. */
const readAuditReport = () => {
  const { stdout, stderr, error } = spawnSync(
    'npm',
    ['audit', '--omit=dev', '--audit-level=high', '--json', '--loglevel=warn'],
    { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES },
  );
  if (error) return { failure: String(error) };
  try {
    const report = JSON.parse(stdout);
    if (report.metadata?.vulnerabilities) return { report };
    return { failure: report.message ?? report.error?.summary ?? stderr.trim() };
  } catch {
    return { failure: stderr.trim() || stdout.trim() };
  }
};

const { report, failure } = readAuditReport();
if (!report) {
  // Registries without this service do not fail the run, but a missing audit must not look like success.
  console.error(
    `\n  NOT AUDITED: the registry does not provide vulnerability reports.\n  ${failure
      .split('\n')
      .filter((line) => !line.includes('Unknown '))
      .join('\n  ')}\n  Before a release, run npm run audit with a registry that does.\n`,
  );
} else {
  const stopping = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) => STOPS.includes(severity));
  for (const { name, severity, range, fixAvailable } of stopping)
    console.error(`${severity}: ${name} ${range}${fixAvailable ? ', fixed in a newer version' : ''}`);
  if (stopping.length > 0) process.exit(1);
  const { info, low, moderate } = report.metadata.vulnerabilities;
  console.log(
    `No production package has known vulnerabilities of high severity (info ${info}, low ${low}, moderate ${moderate}).`,
  );
}
