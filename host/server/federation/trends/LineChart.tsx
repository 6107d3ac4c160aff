import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleLinear, scaleUtc } from '@visx/scale';
import { LinePath } from '@visx/shape';
import type { LiveMark, Point } from './toSeries';

const WIDTH = 360;
const HEIGHT = 220;
const MARGIN = { top: 28, right: 12, bottom: 24, left: 48 };
const X_RANGE = [MARGIN.left, WIDTH - MARGIN.right] as const;
const Y_RANGE = [HEIGHT - MARGIN.bottom, MARGIN.top] as const;
const Y_TICKS = 4;
const DAY_MS = 86_400_000;
/** Vertical position of the go-live marks, above the plot. */
const MARKS_Y = 14;
/** A single point draws no line, so it gets a dot. */
const DOT_RADIUS = 2.5;

/** A limit of the measure, drawn only if it is within the plot. */
export interface Threshold {
  readonly value: number;
  readonly label: string;
}

interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

interface LineChartProps {
  /** Prefix for the ids of title and description. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly lines: readonly Line[];
  readonly thresholds: readonly Threshold[];
  readonly marks: readonly LiveMark[];
  readonly from: number;
  readonly until: number;
  readonly format: (value: number) => string;
  /** Minimum for the top of the y axis. */
  readonly minTop: number;
}

const isKnown = (point: Point | undefined): point is { at: number; value: number } =>
  point !== undefined && point.value !== null;

/** Returns known points without known neighbors. */
const findIsolatedPoints = (points: readonly Point[]): { at: number; value: number }[] =>
  points.filter(isKnown).filter((point) => [-1, 1].every((step) => !isKnown(points[points.indexOf(point) + step])));

const createTick = (anchor: 'middle' | 'end', dy: number) =>
  function Tick({ x, y, formattedValue }: TickRendererProps) {
    return (
      <text x={x} y={y} dy={dy} textAnchor={anchor} className="tick">
        {formattedValue}
      </text>
    );
  };
const BottomTick = createTick('middle', 4);
const LeftTick = createTick('end', 4);

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');
const formatHour = (date: Date): string => `${padTwoDigits(date.getUTCHours())}:00`;
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/**
 * Lines over time as SVG, without scripts and inline styles (the content security policy forbids both). The stylesheet
 * sets colors and dashes by line number.
 */
export function LineChart({
  id,
  title,
  description,
  lines,
  thresholds,
  marks,
  from,
  until,
  format,
  minTop,
}: LineChartProps) {
  const maxValue = Math.max(minTop, ...lines.flatMap(({ points }) => points.filter(isKnown).map(({ value }) => value)));
  const x = scaleUtc({ domain: [from, until], range: [...X_RANGE] });
  const y = scaleLinear({ domain: [0, maxValue], range: [...Y_RANGE], nice: Y_TICKS });
  const top = y.domain()[1] ?? maxValue;
  const visibleThresholds = thresholds.filter(({ value }) => value <= top);
  const isWeek = until - from > DAY_MS;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
      className="chart"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      <GridRows
        scale={y}
        left={MARGIN.left}
        width={WIDTH - MARGIN.left - MARGIN.right}
        numTicks={Y_TICKS}
        className="grid"
        stroke=""
      />
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        numTicks={Y_TICKS}
        hideAxisLine
        hideTicks
        stroke=""
        tickStroke=""
        tickFormat={(value) => format(Number(value))}
        tickComponent={LeftTick}
        tickLength={4}
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - MARGIN.bottom}
        numTicks={isWeek ? 7 : 4}
        hideTicks
        stroke=""
        tickStroke=""
        axisLineClassName="axis"
        tickFormat={(value) =>
          isWeek ? dayFormat.format(new Date(Number(value))) : formatHour(new Date(Number(value)))
        }
        tickComponent={BottomTick}
        tickLength={8}
      />
      {marks.map(({ at, remote, isRollback }) => (
        <g key={`${at} ${remote}`} className={isRollback ? 'mark rollback' : 'mark'}>
          <line x1={x(at)} x2={x(at)} y1={Y_RANGE[0]} y2={MARKS_Y} />
          <path d={isRollback ? `M${x(at)},${MARKS_Y} l-4,-8 h8 z` : `M${x(at)},${MARKS_Y - 8} l-4,8 h8 z`} />
        </g>
      ))}
      {visibleThresholds.map(({ value }) => (
        <line key={value} className="threshold" x1={X_RANGE[0]} x2={X_RANGE[1]} y1={y(value)} y2={y(value)} />
      ))}
      {lines.map(({ name, points }, index) => (
        <g key={name} className={`line line-${index}`}>
          <LinePath
            data={[...points]}
            x={({ at }) => x(at)}
            y={({ value }) => y(value ?? 0)}
            defined={isKnown}
            stroke=""
            strokeWidth=""
          />
          {findIsolatedPoints(points).map(({ at, value }) => (
            <circle key={at} cx={x(at)} cy={y(value)} r={DOT_RADIUS} />
          ))}
        </g>
      ))}
      {visibleThresholds.map(({ value, label }) => (
        <text key={value} className="threshold" x={X_RANGE[1]} y={y(value) - 3} textAnchor="end">
          {label}
        </text>
      ))}
    </svg>
  );
}
