import { formatCount, formatMilliseconds, formatMinute, formatPercent, pluralize } from '../page/formats';
import { LineChart, type Threshold } from './LineChart';
import type { LiveMark, Measure, Period, Series } from './toSeries';

/** More lines could not be told apart by color and dash. */
const MAX_LINES = 6;
const DAY_MS = 86_400_000;

interface Plot {
  readonly measure: Measure;
  readonly title: string;
  readonly format: (value: number) => string;
  readonly minTop: number;
  readonly thresholds: readonly Threshold[];
}

const formatShift = (value: number): string => (value === 0 ? '0' : value.toFixed(2));

/** Thresholds of the web vitals are those of web.dev. */
const PLOTS: readonly Plot[] = [
  {
    measure: 'errors',
    title: 'Failed visits',
    format: formatPercent,
    minTop: 2,
    thresholds: [{ value: 1, label: '1 %' }],
  },
  {
    measure: 'lcp',
    title: 'LCP, p75',
    format: formatMilliseconds,
    minTop: 3_000,
    thresholds: [
      { value: 2_500, label: 'good: 2.5 s' },
      { value: 4_000, label: 'poor: over 4 s' },
    ],
  },
  {
    measure: 'inp',
    title: 'INP, p75',
    format: formatMilliseconds,
    minTop: 250,
    thresholds: [
      { value: 200, label: 'good: 200 ms' },
      { value: 500, label: 'poor: over 500 ms' },
    ],
  },
  {
    measure: 'cls',
    title: 'CLS, p75',
    format: formatShift,
    minTop: 0.12,
    thresholds: [
      { value: 0.1, label: 'good: 0.1' },
      { value: 0.25, label: 'poor: over 0.25' },
    ],
  },
];

/** Describes the newest value of each line for screen readers. */
const describeNewestValues = ({ measure, format }: Plot, lines: readonly Series[]): string => {
  const newest = lines.flatMap(({ name, points }) => {
    const last = [...points[measure]].reverse().find(({ value }) => value !== null);
    const value = last?.value ?? null;
    return value === null ? [] : [`${name} ${format(value)}`];
  });
  return newest.length > 0 ? `The newest values: ${newest.join(', ')}. All values are in the table below.` : 'No data.';
};

function Legend({ lines }: { readonly lines: readonly Series[] }) {
  return (
    <ul className="legend">
      {lines.map(({ name, visits }, index) => (
        <li key={name}>
          <svg viewBox="0 0 28 10" aria-hidden="true" className={`line line-${index}`}>
            <path d="M0,5 H28" />
          </svg>
          {name} <span className="quiet">{pluralize(visits, 'visit')}</span>
        </li>
      ))}
    </ul>
  );
}

function Marks({ marks }: { readonly marks: readonly LiveMark[] }) {
  if (marks.length === 0) return null;
  return (
    <ul className="legend">
      {marks.some(({ isRollback }) => !isRollback) && (
        <li>
          <svg viewBox="0 0 12 10" aria-hidden="true" className="mark">
            <path d="M6,1 l-5,8 h10 z" />
          </svg>
          a release went live
        </li>
      )}
      {marks.some(({ isRollback }) => isRollback) && (
        <li>
          <svg viewBox="0 0 12 10" aria-hidden="true" className="mark rollback">
            <path d="M6,9 l-5,-8 h10 z" />
          </svg>
          a rollback
        </li>
      )}
    </ul>
  );
}

/** The data of the plots as a table, for screen readers. */
function ValuesTable({ lines, caption }: { readonly lines: readonly Series[]; readonly caption: string }) {
  const times = (lines[0]?.points.errors ?? [])
    .map(({ at }, index) => ({ at, index }))
    .filter(({ index }) => lines.some(({ points }) => points.errors[index]?.value !== null));
  return (
    <details>
      <summary>All values as a table</summary>
      <div className="scroll" tabIndex={0} role="region" aria-label={`${caption}, as a table`}>
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Around (UTC)</th>
              <th scope="col">Line</th>
              {PLOTS.map(({ measure, title }) => (
                <th scope="col" key={measure}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.reverse().flatMap(({ at, index }) =>
              lines
                .filter(({ points }) => points.errors[index]?.value !== null)
                .map(({ name, points }) => (
                  <tr key={`${at} ${name}`}>
                    <td>{formatMinute(new Date(at).toISOString())}</td>
                    <th scope="row">{name}</th>
                    {PLOTS.map(({ measure, format }) => {
                      const value = points[measure][index]?.value ?? null;
                      return <td key={measure}>{value === null ? '–' : format(value)}</td>;
                    })}
                  </tr>
                )),
            )}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface TrendsSectionProps {
  readonly series: readonly Series[];
  readonly marks: readonly LiveMark[];
  readonly period: Period;
  readonly from: number;
  /** Path of the page, for the period links. */
  readonly path: string;
  /** What each line stands for: "remote" or "release". */
  readonly groupedBy: string;
}

/** Charts of failed visits and web vitals over time. */
export function TrendsSection({ series, marks, period, from, path, groupedBy }: TrendsSectionProps) {
  const lines = series.slice(0, MAX_LINES);
  const omittedCount = series.length - lines.length;
  const renderPeriodLink = (days: Period['days'], label: string) => (
    <a href={`${path}?days=${days}#trends`} aria-current={period.days === days ? 'true' : undefined}>
      {label}
    </a>
  );
  return (
    <section aria-labelledby="trends">
      <div className="section-head">
        <h2 id="trends">Trends</h2>
        <nav aria-label="Period of the trends" className="choice">
          {renderPeriodLink(1, 'Last 24 hours')} {renderPeriodLink(7, 'Last 7 days')}
        </nav>
      </div>
      {lines.length === 0 ? (
        <p className="quiet note">No visits in this period.</p>
      ) : (
        <>
          <Legend lines={lines} />
          <Marks marks={marks} />
          <div className="charts">
            {PLOTS.map((plot) => (
              <figure key={plot.measure}>
                <figcaption>{plot.title}</figcaption>
                <LineChart
                  id={`trend-${plot.measure}`}
                  title={`${plot.title} by ${groupedBy}, ${period.days === 1 ? 'the last 24 hours' : 'the last 7 days'}`}
                  description={describeNewestValues(plot, lines)}
                  lines={lines.map(({ name, points }) => ({ name, points: points[plot.measure] }))}
                  thresholds={plot.thresholds}
                  marks={marks}
                  from={from}
                  until={from + period.days * DAY_MS}
                  format={plot.format}
                  minTop={plot.minTop}
                />
              </figure>
            ))}
          </div>
          <p className="quiet note">
            Each point covers {period.stepHours === 1 ? 'one hour' : `${formatCount(period.stepHours)} hours`}, in UTC.
            The 75th percentiles are estimated from histograms with steps of 50 ms (0.01 for CLS).
            {omittedCount > 0
              ? ` ${pluralize(omittedCount, groupedBy)} with fewer visits ${omittedCount === 1 ? 'is' : 'are'} left out.`
              : ''}
          </p>
          <ValuesTable lines={lines} caption={`Trends by ${groupedBy}`} />
        </>
      )}
    </section>
  );
}
