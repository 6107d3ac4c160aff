import { markWords } from './suggestionItems';

const listMarked = (text: string, query: string): string[] =>
  markWords(text, query).flatMap((part) => (part.marked ? [part.text] : []));

test.each([
  ['Tomatoes on the Vine', 'tomatos', ['Tomato']],
  ['Mixed Berry Basket', 'berries', ['Berr']],
  ['Gift Box', 'boxes', ['Box']],
  ['Gold Hoops', 'gold hoop', ['Gold', 'Hoop']],
  ['Yes (or no)', 'yes (', ['Yes', '(']],
])('in %j, the search %j marks %j', (text, query, marked) => {
  expect(listMarked(text, query)).toEqual(marked);
});
