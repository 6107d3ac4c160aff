import { none, type Fault } from './Fault';
import { runSpecs } from './runSpecs';

/** Accidents of a visit and the browser tests that cover them. */
const accidents = {
  'offline in the checkout': {
    files: ['specs/checkout.spec.ts', 'specs/web-app.spec.ts'],
    titles: /offline in the checkout|offline: the page says so/,
  },
  'storage blocked': { files: ['specs/checkout.spec.ts'], titles: /with storage blocked/ },
  'two tabs': { files: ['specs/cart.spec.ts', 'specs/identity.spec.ts'], titles: /two tabs|signing out in one tab/ },
  'a deploy in the middle': { files: ['specs/release.system.spec.ts'], titles: /a new release of one remote/ },
  'clock off by a day': { files: ['specs/clock.system.spec.ts'], titles: /a day (ahead|behind)/ },
} as const;

export const visit: Fault = {
  summary: `${Object.keys(accidents).join(', ')}: nothing lost (browser tests)`,
  inQuick: false, // `npm test` runs these browser tests anyway.
  async run() {
    const figures = [];
    for (const [accident, { files, titles }] of Object.entries(accidents)) {
      const { passed, failed } = await runSpecs(files, titles);
      figures.push(
        none(
          `of ${passed + failed.length} browser tests failed: ${accident}${failed.length > 0 ? ` (${failed.join('; ')})` : ''}`,
          failed.length,
        ),
      );
    }
    return figures;
  },
};
