import type { Database } from '../../database/Database';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { FOLDED_LETTERS, foldText } from './foldText';

test.each([
  ['Émail', 'email'],
  ['E\u0301mail', 'email'],
  ['Łódź', 'lodz'],
  ['SMØRREBRØD', 'smorrebrod'],
  ['Đà Lạt', 'da lat'],
  ['Weißwürste, GROẞ', 'weisswurste, gross'],
  ['Ærø, Œuf', 'aero, oeuf'],
  ['Þór, Guðrún', 'thor, gudrun'],
  ['Ħaż-Żebbuġ', 'haz-zebbug'],
  ['Iğdır, İzmir', 'igdir, izmir'],
  ['Ложечка Ёлка', 'ложечка елка'],
  ['ΜΈΛΙ, Τυρός', 'μελι, τυροσ'],
  ['が 한글 10²', 'が 한글 10²'],
])('%s is folded to %s (product 4.8)', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

/** Latin with all its additions, Greek and Cyrillic. */
const RANGES = [
  [0x20, 0x24f],
  [0x2b0, 0x52f],
  [0x1e00, 0x1fff],
] as const;
const listLetters = (): string[] =>
  RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  ).filter((letter) => /\p{Assigned}/u.test(letter));

describe.each(databaseKinds)('what is stored for searches on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  }, 60_000);
  afterAll(() => database.close());

  test('is folded like what is typed: each letter alone and within a word', async () => {
    const texts = listLetters().flatMap((letter) => [letter, `Maß${letter}e`]);
    const { rows } = await database.query<{ text: string; folded: string }>(
      'SELECT text, fold_text(text) AS folded FROM unnest($1::text[]) text',
      [texts],
    );
    expect(rows.length).toBeGreaterThan(2_000);
    expect(rows.filter(({ text, folded }) => folded !== foldText(text))).toEqual([]);
  });

  test('is folded like what is typed where the locale knows no capitals but those of English', async () => {
    const latin = [...Object.keys(FOLDED_LETTERS).filter((letter) => letter !== 'ς'), 'é', 'ń', 'ẁ'];
    const { rows } = await database.query<{ folded: string }>(
      'SELECT fold_text(text COLLATE "C") AS folded FROM unnest($1::text[]) WITH ORDINALITY texts(text, place) ORDER BY place',
      [latin.flatMap((letter) => [letter, letter === 'ß' ? 'ẞ' : letter.toUpperCase()])],
    );
    expect(rows.map(({ folded }) => folded)).toEqual(latin.flatMap((letter) => [foldText(letter), foldText(letter)]));
  });
});
