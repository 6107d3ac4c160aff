import type { ProductFeatures } from '@shop/contracts';

type Certification = NonNullable<ProductFeatures['certification']>;

/** Where laboratories show the report of a number, by what their name contains. */
const REPORT_CHECKS: readonly (readonly [name: RegExp, address: string])[] = [
  [/\bGIA\b|Gemological Institute of America/, 'https://www.gia.edu/report-check?reportno='],
  [/\bIGI\b|International Gemological Institute/, 'https://www.igi.org/verify-your-report/?r='],
  [/\bHRD\b/, 'https://my.hrdantwerp.com/?record_number='],
];

/** Returns the address of a report at its laboratory; undefined if neither the product nor this table knows one. */
export const findReportUrl = ({ laboratory, reportNumber, reportUrl }: Certification): string | undefined => {
  const address = REPORT_CHECKS.find(([name]) => name.test(laboratory))?.[1];
  return reportUrl ?? (address && address + encodeURIComponent(reportNumber));
};
