import { spawnSync } from 'node:child_process';
import { root } from './install.mjs';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const STOPS = ['high', 'critical'];

/** npm's report, or why there is none. */
const ask = () => {
  const { stdout, stderr, error } = spawnSync(
    'npm',
    ['audit', '--omit=dev', '--audit-level=high', '--json', '--loglevel=warn'],
    { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES },
  );
  if (error) return { unasked: String(error) };
  try {
    const report = JSON.parse(stdout);
    if (report.metadata?.vulnerabilities) return { report };
    return { unasked: report.message ?? report.error?.summary ?? stderr.trim() };
  } catch {
    return { unasked: stderr.trim() || stdout.trim() };
  }
};

const { report, unasked } = ask();
if (!report) {
  // A registry without this service is no fault of the shop; that nobody was asked must not look like a good answer.
  console.error(
    `\n  NOT AUDITED: the registry does not answer whether packages are vulnerable.\n  ${unasked
      .split('\n')
      .filter((line) => !line.includes('Unknown '))
      .join('\n  ')}\n  Run npm run audit where the registry answers before a release.\n`,
  );
} else {
  const stopping = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) => STOPS.includes(severity));
  for (const { name, severity, range, fixAvailable } of stopping)
    console.error(`${severity}: ${name} ${range}${fixAvailable ? ', mended in a newer version' : ''}`);
  if (stopping.length > 0) process.exit(1);
  const { info, low, moderate } = report.metadata.vulnerabilities;
  console.log(
    `No production package is known to be vulnerable in a high degree (info ${info}, low ${low}, moderate ${moderate}).`,
  );
}
