import { PANEL_ANNOTATION } from '../../e2e/support/panelTime';
import { atMost, none, type Fault } from './Fault';
import { runSpecs } from './runSpecs';

const PANEL_WITHIN_MS = 3_500;

export const remotes: Fault = {
  summary:
    'each remote dead, hanging, garbage, HTML with 200, altered, without its styles: panel or earlier release, and Retry heals (browser tests)',
  inQuick: false, // `npm test` runs these browser tests anyway.
  async run() {
    const { passed, failed, noted } = await runSpecs([
      'specs/resilience.system.spec.ts',
      'specs/release.system.spec.ts',
    ]);
    const times = noted(PANEL_ANNOTATION);
    return [
      none(
        `of ${passed + failed.length} browser tests failed${failed.length > 0 ? `: ${failed.join('; ')}` : ''}`,
        failed.length,
      ),
      atMost(
        `${times.length} times from the click to the panel or the release before, the slowest`,
        Math.max(...times),
        PANEL_WITHIN_MS,
        'ms',
      ),
    ];
  },
};
