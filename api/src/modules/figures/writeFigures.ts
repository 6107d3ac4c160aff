import type { FigureDay } from '@shop/contracts';
import { BYTE_ORDER_MARK, formatLine, type CsvCell } from '../../csv/csvLine';

/** Days and numbers of ours, which a spreadsheet may convert. */
const value = (text: string | number): CsvCell => ({ value: String(text) });
const formatAmount = (dollars: number): CsvCell => value(dollars.toFixed(2));

const COLUMNS: Readonly<Record<string, (day: FigureDay) => CsvCell>> = {
  day: ({ day }) => value(day),
  orders: ({ orders }) => value(orders),
  revenue: ({ revenue }) => formatAmount(revenue),
  day_before: ({ before_day }) => value(before_day),
  orders_before: ({ before_orders }) => value(before_orders),
  revenue_before: ({ before_revenue }) => formatAmount(before_revenue),
};

/** Yields the days as CSV, the first one first. */
export async function* writeFigures(days: readonly FigureDay[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatLine(Object.keys(COLUMNS));
  yield days.map((day) => formatLine(Object.values(COLUMNS).map((toCell) => toCell(day)))).join('');
}
