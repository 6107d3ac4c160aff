import type { FigureDay } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import { formatFigureDay, formatTick, listTicks } from './figureTexts';
import styles from './Plot.module.css';

/** In units of the drawing, which are pixels on the screens that they are meant for. */
const WIDE = { width: 760, height: 308, left: 52, right: 6, top: 10, bottom: 24, labels: 5 };
const NARROW = { width: 342, height: 200, left: 48, right: 6, top: 10, bottom: 24, labels: 3 };
const TIP = { width: 176, height: 58, gap: 10, pad: 10 };
const WITH_YEAR = { withYear: true };
const NOT_PHONES = '(min-width: 640px)';

const watchWidth = (onChange: () => void): (() => void) => {
  const list = window.matchMedia(NOT_PHONES);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
};
const isPhone = (): boolean => !window.matchMedia(NOT_PHONES).matches;

const toPath = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

const describePlot = (days: readonly FigureDay[]): string => {
  const [first, last] = [days[0], days.at(-1)];
  const highest = days.reduce<FigureDay | undefined>(
    (best, day) => (best && best.revenue >= day.revenue ? best : day),
    undefined,
  );
  if (!first || !last || !highest) return 'Revenue by day';
  return `Revenue by day, ${formatFigureDay(first.day)} to ${formatFigureDay(last.day)}. Highest: ${formatMoney(highest.revenue)} on ${formatFigureDay(highest.day)}.`;
};

/** Revenue by day as a line, and dashed the time before. A day is chosen by pointer, or with the arrow keys. */
export function Plot({ days }: { readonly days: readonly FigureDay[] }) {
  const size = useSyncExternalStore(watchWidth, isPhone, () => false) ? NARROW : WIDE;
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(days.length - 1);
  const [isShown, setIsShown] = useState(false);
  const last = days.length - 1;
  const at = Math.min(chosen, last);
  const day = days[at];
  if (!day) return null;

  const ticks = listTicks(Math.max(...days.flatMap(({ revenue, before_revenue }) => [revenue, before_revenue])));
  const highest = ticks.at(-1) ?? 1;
  const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };
  const toX = (index: number): number => size.left + (last === 0 ? 0 : (index / last) * inner.width);
  const toY = (dollars: number): number => size.top + inner.height * (1 - dollars / highest);
  const now = days.map(({ revenue }, index) => [toX(index), toY(revenue)] as const);
  const before = days.map(({ before_revenue }, index) => [toX(index), toY(before_revenue)] as const);
  const labelCount = Math.min(size.labels, days.length);
  const labels = Array.from({ length: labelCount }, (_, index) =>
    Math.round((index * last) / Math.max(1, labelCount - 1)),
  );
  const [x, y] = [toX(at), toY(day.revenue)];
  const tipX = x + TIP.gap + TIP.width > size.width ? x - TIP.gap - TIP.width : x + TIP.gap;
  const lines = [
    [formatFigureDay(day.day, WITH_YEAR), formatMoney(day.revenue)],
    ['Orders', String(day.orders)],
    [formatFigureDay(day.before_day, WITH_YEAR), formatMoney(day.before_revenue)],
  ] as const;

  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (((clientX - left) / width) * size.width - size.left) / inner.width;
    setChosen(Math.min(last, Math.max(0, Math.round((width > 0 ? share : 0) * last))));
    setIsShown(true);
  };
  return (
    <div
      className={styles.plot}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setIsShown(field.current === document.activeElement)}
    >
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={describePlot(days)}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={size.left} x2={size.width - size.right} y1={toY(tick)} y2={toY(tick)} />
            <text x={size.left - 8} y={toY(tick) + 4} textAnchor="end">
              {formatTick(tick)}
            </text>
          </g>
        ))}
        {labels.map((index, position) => (
          <text
            key={index}
            x={toX(index)}
            y={size.height - 6}
            textAnchor={position === 0 ? 'start' : index === last ? 'end' : 'middle'}
          >
            {formatFigureDay(days[index]?.day ?? '')}
          </text>
        ))}
        <path className={styles.before} d={toPath(before)} />
        <path
          className={styles.area}
          d={`${toPath(now)}L${toX(last).toFixed(1)} ${toY(0)}L${toX(0).toFixed(1)} ${toY(0)}Z`}
        />
        <path className={styles.now} d={toPath(now)} />
        {isShown && (
          <g>
            <line className={styles.at} x1={x} x2={x} y1={size.top} y2={toY(0)} />
            <circle className={styles.dot} cx={x} cy={y} r={4} />
            <g className={styles.tip}>
              <rect x={tipX} y={size.top} width={TIP.width} height={TIP.height} rx={7} />
              {lines.map(([name, value], index) => (
                <g key={index}>
                  <text x={tipX + TIP.pad} y={size.top + 17 * (index + 1)}>
                    {name}
                  </text>
                  <text x={tipX + TIP.width - TIP.pad} y={size.top + 17 * (index + 1)} textAnchor="end">
                    {value}
                  </text>
                </g>
              ))}
            </g>
          </g>
        )}
      </svg>
      <input
        ref={field}
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label="Day of the plot"
        aria-valuetext={`${formatFigureDay(day.day, WITH_YEAR)}: ${formatMoney(day.revenue)}, ${day.orders} ${day.orders === 1 ? 'order' : 'orders'}. ${formatFigureDay(day.before_day, WITH_YEAR)}: ${formatMoney(day.before_revenue)}.`}
        onChange={({ target }) => {
          setChosen(Number(target.value));
          setIsShown(true);
        }}
        onKeyDown={({ key }) => key === 'Escape' && setIsShown(false)}
        onFocus={() => setIsShown(true)}
        onBlur={() => setIsShown(false)}
      />
    </div>
  );
}
