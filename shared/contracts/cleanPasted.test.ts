import { cleanCode, cleanText } from './cleanPasted';

test.each([
  ['\u202a+1 503 555 0100\u202c', '+1 503 555 0100'],
  ['+1 503–555—0100', '+1 503-555-0100'],
  ['(503)\u00a0555\u20110100 x12 ', '(503) 555-0100 x12'],
  ['９７２０５\u200b', '97205'],
  ['ada＠example.com\ufeff', 'ada@example.com'],
  ['SPRING\u200d\u00ad10', 'SPRING10'],
])('a code %j is cleaned to %j', (pasted, cleaned) => {
  expect(cleanCode(pasted)).toBe(cleaned);
});

test.each([
  ['\u200eRenée\u00a0Müller–Łodz\u2069', 'Renée Müller–Łodz'],
  ['می‌خواهم 👩‍👧', 'می‌خواهم 👩‍👧'],
  ['two\nlines', 'two\nlines'],
])('a text %j keeps its letters, dashes and emoji: %j', (pasted, cleaned) => {
  expect(cleanText(pasted)).toBe(cleaned);
});
