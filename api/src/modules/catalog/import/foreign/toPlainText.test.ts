import { toLine, toPlainText } from './toPlainText';

test.each([
  ['paragraphs', '<p>One</p>\n<p>Two</p>', 'One\n\nTwo'],
  ['line breaks', 'One<br>Two<br />Three', 'One\nTwo\nThree'],
  ['line breaks of an editor', '<p>One<br />\nTwo\n</p>\n\n<p>Three</p>', 'One\nTwo\n\nThree'],
  ['paragraphs without tags', 'One <em>1</em>\n\nTwo\n<ul><li>Three</li></ul>', 'One 1\n\nTwo\n\n• Three'],
  ['lists', '<ul>\n<li>One</li>\n<li><strong>Two</strong></li>\n<li></li></ul>', '• One\n• Two'],
  ['entities', 'R&amp;D &ndash; 5&nbsp;&#8364; &#x27;x&#39; &unknown; &#0;', "R&D – 5 € 'x' &unknown; &#0;"],
  ['what nobody reads', 'a<style>p{}</style>b<script>alert("<p>")</script>c<!-- <p>d -->e', 'abce'],
  ['a script that never ends', 'a<script>alert(1)', 'a'],
  ['signs that are no tags', '5 < 6 and <3', '5 < 6 and <3'],
  ['plain text', 'One\n\n  Two \n\n\n\nThree\nfour', 'One\n\nTwo\n\nThree\nfour'],
  ['a tag that never ends', 'a <p', 'a <p'],
])('%s of HTML become plain text', (_what, html, text) => {
  expect(toPlainText(html)).toBe(text);
});

test('a name is one line', () => {
  expect(toLine('<span>Wren</span>\n Brooch &amp; Pin')).toBe('Wren Brooch & Pin');
});

test.each(['<', '<!--', '<p', '&', '<a <a '])('a megabyte of %j takes no time', (part) => {
  const started = performance.now();
  toPlainText(part.repeat(1_000_000 / part.length));
  expect(performance.now() - started).toBeLessThan(5_000);
});
