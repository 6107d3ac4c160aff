import type { FigureDay } from '@shop/contracts';
import { formatCount, formatMoney } from '@shop/shared/format';
import { formatFigureDay } from './figureTexts';
import styles from './DaysTable.module.css';

const WITH_YEAR = { withYear: true };

/** The days of the plot, the last one first. */
export function DaysTable({ days }: { readonly days: readonly FigureDay[] }) {
  return (
    // It can be focused, so that keys scroll it.
    <div className={styles.scroll} role="region" aria-label="Figures by day" tabIndex={0}>
      <table className={styles.table} aria-label="Figures by day">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Revenue</th>
            <th scope="col">Orders</th>
            <th scope="col">Day before</th>
            <th scope="col">Revenue before</th>
            <th scope="col">Orders before</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatFigureDay(day.day, WITH_YEAR)}</th>
              <td>{formatMoney(day.revenue)}</td>
              <td>{formatCount(day.orders)}</td>
              <td>{formatFigureDay(day.before_day, WITH_YEAR)}</td>
              <td>{formatMoney(day.before_revenue)}</td>
              <td>{formatCount(day.before_orders)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
