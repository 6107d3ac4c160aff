import { parse } from 'csv-parse/sync';

/** The language in which a spreadsheet writes a file. */
interface Language {
  readonly separator: string;
  readonly decimal: string;
  readonly booleans: readonly [no: string, yes: string];
}

export const LANGUAGES = {
  English: { separator: ',', decimal: '.', booleans: ['FALSE', 'TRUE'] },
  German: { separator: ';', decimal: ',', booleans: ['FALSCH', 'WAHR'] },
  French: { separator: '\t', decimal: ',', booleans: ['FAUX', 'VRAI'] },
} as const satisfies Record<string, Language>;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MAX_DIGITS = 11;

/** What a spreadsheet makes of a cell that it takes for a number, a day or a boolean; other texts stay as they are. */
const convert = (cell: string, { decimal, booleans }: Language): string => {
  if (/^(true|false)$/i.test(cell)) return booleans[cell.toLowerCase() === 'true' ? 1 : 0];
  if (/^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(cell)) {
    const number = Number(cell);
    const digits = String(number).length > MAX_DIGITS ? number.toExponential(5).replace('e', 'E') : String(number);
    return digits.replace('.', decimal);
  }
  const day = /^(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]+Z?)?$/.exec(cell) ?? /^()(\d{1,2})[/.](\d{1,2})$/.exec(cell);
  if (day) return `${Number(day[2])}/${Number(day[3])}/${day[1] || '2026'}`;
  const named = /^([a-z]{3})[a-z]*[ -]?(\d{1,2})$/i.exec(cell);
  const month = MONTHS.find((name) => name.toLowerCase() === named?.[1]?.toLowerCase());
  return month === undefined ? cell : `${named?.[2]}-${month}`;
};

/** Opens a CSV file as a spreadsheet does, and returns what it saves. */
export const saveInSpreadsheet = (text: string, language: Language): string => {
  const rows: string[][] = parse(text, { bom: true, relax_column_count: true });
  const width = Math.max(...rows.map(({ length }) => length));
  return rows
    .map((row) =>
      Array.from({ length: width }, (_, index) => convert(row[index] ?? '', language))
        .map((cell) => (/["\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(language.separator),
    )
    .map((line) => `${line}\r\n`)
    .join('');
};
