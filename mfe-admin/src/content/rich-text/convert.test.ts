import type { RichText } from '@shop/contracts';
import { loadText } from '@shop/shared/texts/loadText';
import { DOMParser } from 'prosemirror-model';
import { toDocument, toRichText } from './convert';
import { schema } from './schema';

test.each(['about', 'faq', 'features', 'terms', 'privacy', 'interest-based-ads', 'accessibility'] as const)(
  'the text of %s is the same after the editor',
  async (key) => {
    const { body } = await loadText('jewellery', key);
    expect(toRichText(toDocument(body))).toEqual(body);
  },
);

const paste = (html: string): RichText => {
  const element = document.createElement('div');
  element.innerHTML = html;
  return toRichText(DOMParser.fromSchema(schema).parse(element));
};

test.each([
  ['styles', '<p style="color:red"><span class="x">Red</span> <u>line</u></p>'],
  ['a script', '<p>Red line<script>alert(1)</script></p>'],
  ['a link with a script', '<p><a href="javascript:alert(1)">Red line</a></p>'],
  ['a link to another protocol', '<p><a href="http://example.com">Red</a> line</p>'],
  ['a picture', '<p>Red <img src="x" onerror="alert(1)">line</p>'],
])('%s is left out of what is pasted (security 7.32)', (_what, html) => {
  expect(paste(html)).toEqual([{ kind: 'paragraph', runs: [{ text: 'Red line' }] }]);
});

test('keeps headings, lists, emphasis and links of what is pasted; headings get ids of their own', () => {
  expect(
    paste(
      '<h1>Returns</h1><p>In <b>a month</b>, <i>free</i>, by <a href="/contact">letter</a></p><ul><li>One</li></ul>' +
        '<h3>Returns</h3><blockquote>Said</blockquote><ol><li>First</li></ol><p> </p><h2>’</h2>',
    ),
  ).toEqual([
    { kind: 'heading', level: 2, id: 'returns', text: 'Returns' },
    {
      kind: 'paragraph',
      runs: [
        { text: 'In ' },
        { text: 'a month', strong: true },
        { text: ', ' },
        { text: 'free', em: true },
        { text: ', by ' },
        { text: 'letter', href: '/contact' },
      ],
    },
    { kind: 'list', ordered: false, items: [[{ text: 'One' }]] },
    { kind: 'heading', level: 3, id: 'returns-2', text: 'Returns' },
    { kind: 'quote', runs: [{ text: 'Said' }] },
    { kind: 'list', ordered: true, items: [[{ text: 'First' }]] },
    { kind: 'heading', level: 2, id: 'part', text: '’' },
  ]);
});
