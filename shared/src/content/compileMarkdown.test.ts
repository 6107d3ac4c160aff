import { compileMarkdown } from './compileMarkdown';

const compile = (source: string) => compileMarkdown(source, 'about.md');

test('what stands between the dashes is the meta, the rest is the text', () => {
  expect(compile('---\ntitle: A window\nupdated: "2026-11-01"\n---\nLight.')).toEqual({
    meta: { title: 'A window', updated: '2026-11-01' },
    body: [{ kind: 'paragraph', runs: [{ text: 'Light.' }] }],
  });
});

test('headings, lists, quotes, links and looks become data', () => {
  expect(
    compile(
      '## What we use\n\nGold, **18k**, and [stones](/faq#stones).\n\n- one\n- *two*\n\n1. first\n\n> Said once.\n\n### Small',
    ).body,
  ).toEqual([
    { kind: 'heading', level: 2, id: 'what-we-use', text: 'What we use' },
    {
      kind: 'paragraph',
      runs: [
        { text: 'Gold, ' },
        { text: '18k', strong: true },
        { text: ', and ' },
        { text: 'stones', href: '/faq#stones' },
        { text: '.' },
      ],
    },
    { kind: 'list', ordered: false, items: [[{ text: 'one' }], [{ text: 'two', em: true }]] },
    { kind: 'list', ordered: true, items: [[{ text: 'first' }]] },
    { kind: 'quote', runs: [{ text: 'Said once.' }] },
    { kind: 'heading', level: 3, id: 'small', text: 'Small' },
  ]);
});

test('markup in a text stays text', () => {
  expect(compile('<img src=x onerror=alert(1)> & more').body).toEqual([
    { kind: 'paragraph', runs: [{ text: '<img src=x onerror=alert(1)> & more' }] },
  ]);
});

test.each([
  ['# One', 'about.md:1: headings start with ## or ###'],
  ['---\ntitle: A\n---\nText.\n\n![a](b.png)', 'about.md:6: image has no place in a text'],
  ['[a](http://example.com)', '"http://example.com" is not a path'],
  ['[a](//example.com)', 'is not a path'],
  ['## A\n\n## A', 'about.md:3: there are two headings "A"'],
  ['- a\n  - b', 'a list in a list'],
  ['---\n- a\n---\n', 'the front matter is not a list of names and values'],
])('%j is refused with its line', (source, problem) => {
  expect(() => compile(source)).toThrow(problem);
});

test('a link to a script never becomes a link', () => {
  expect(compile('[a](javascript:alert(1))').body).toEqual([
    { kind: 'paragraph', runs: [{ text: '[a](javascript:alert(1))' }] },
  ]);
});
