import { auditPages, type PageAudit } from '../support/lighthouse';
import { expect, test } from '../support/shop';

/**
 * Budgets of a page in kB over the wire including headers, and counts: a few percent above today's values, fifteen
 * percent for pictures. Times depend on the machine and are not gated.
 */
const PAGES = {
  '/?store=jewellery': {
    kilobytes: { script: 187, stylesheet: 0, font: 58, image: 108, document: 31, unused: 55 },
    requests: 31,
    elements: 1_100,
  },
  '/?store=organic': {
    kilobytes: { script: 187, stylesheet: 0, font: 38, image: 158, document: 28.5, unused: 56 },
    requests: 32,
    elements: 640,
  },
  '/products?store=jewellery': {
    kilobytes: { script: 192, stylesheet: 0, font: 49, image: 138, document: 30.5, unused: 60 },
    requests: 30,
    elements: 830,
  },
  '/products?store=organic': {
    kilobytes: { script: 192, stylesheet: 0, font: 38, image: 138, document: 31, unused: 60 },
    requests: 30,
    elements: 800,
  },
  '/products/ring-halo': {
    kilobytes: { script: 195.5, stylesheet: 0, font: 57, image: 92, document: 30, unused: 60 },
    requests: 25,
    elements: 545,
  },
  '/products/carrots': {
    kilobytes: { script: 195.5, stylesheet: 0, font: 38, image: 58, document: 30, unused: 60 },
    requests: 22,
    elements: 505,
  },
} as const;

const BYTES = 1_000;
const MODERN_PICTURE = /^image\/(?:avif|webp|svg\+xml)$/;
/** With fewer requests Lighthouse saw an error page. */
const LEAST_ELEMENTS = 300;

// In one worker: the other runs tests while Lighthouse waits.
test.describe.configure({ mode: 'default' });

let audits: ReadonlyMap<string, PageAudit>;
test.beforeAll(async () => {
  test.setTimeout(240_000); // Each page may have to be run twice.
  audits = await auditPages(Object.keys(PAGES));
});

for (const [address, most] of Object.entries(PAGES)) {
  test(`Lighthouse: ${address} stays within its budget, uses modern image formats and passes every audit`, () => {
    const audit = audits.get(address);
    if (!audit) throw new Error(`${address} was not audited`);
    const { bytes, requests, elements, pictureTypes, failed } = audit;
    const over = Object.entries(most.kilobytes).flatMap(([what, limit]) => {
      const seen = bytes[what as keyof typeof bytes] / BYTES; // Safe: the table has the same keys.
      return seen > limit ? [`${what}: ${seen.toFixed(1)} kB of at most ${limit}`] : [];
    });
    expect(over).toEqual([]);
    expect(requests).toBeLessThanOrEqual(most.requests);
    expect(elements).toBeLessThanOrEqual(most.elements);
    expect(elements).toBeGreaterThan(LEAST_ELEMENTS);
    expect(pictureTypes.filter((type) => !MODERN_PICTURE.test(type))).toEqual([]);
    expect(failed).toEqual([]);
  });
}
