import { compileMarkdown } from './compileMarkdown';

const compile = (source: string) => compileMarkdown(source, 'about.md');

test('separates front matter and body', () => {
  expect(compile('---\ntitle: A window\nupdated: "2026-11-01"\n---\nLight.')).toEqual({
    meta: { title: 'A window', updated: '2026-11-01' },
    body: [{ kind: 'paragraph', runs: [{ text: 'Light.' }] }],
  });
});

test('compiles headings, lists, quotes, links and emphasis', () => {
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

test('keeps markup as text', () => {
  expect(compile('<img src=x onerror=alert(1)> & more').body).toEqual([
    { kind: 'paragraph', runs: [{ text: '<img src=x onerror=alert(1)> & more' }] },
  ]);
});

test.each([
  ['# One', 'about.md:1: headings must start with ## or ###'],
  ['---\ntitle: A\n---\nText.\n\n![a](b.png)', 'about.md:6: image is not supported'],
  ['[a](http://example.com)', '"http://example.com" is not a path'],
  ['[a](//example.com)', 'is not a path'],
  ['## A\n\n## A', 'about.md:3: duplicate heading "A"'],
  ['- a\n  - b', 'nested lists are not supported'],
  ['---\n- a\n---\n', 'the front matter must be a mapping'],
])('rejects %j and names the line', (source, problem) => {
  expect(() => compile(source)).toThrow(problem);
});

test('does not compile javascript: links', () => {
  expect(compile('[a](javascript:alert(1))').body).toEqual([
    { kind: 'paragraph', runs: [{ text: '[a](javascript:alert(1))' }] },
  ]);
});
