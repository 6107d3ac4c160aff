import { getStyleId, toInlineStyle } from './inlineStyles';

test('the text of a stylesheet comes with the hash that allows it', () => {
  expect(toInlineStyle('h1{color:red}')).toEqual({
    css: 'h1{color:red}',
    hash: "'sha256-/D8wWMrWSOjeD/K4IHepvRvJjPxqJbouCB3qbqmBaqY='",
  });
});

test.each([
  'a::after{content:"</style><script src=/x></script>"}',
  'a::after{content:"</STYLE >"}',
  'a::after{content:"<!--"}',
  '@import "/other.css";',
  'a{background:url(./picture.webp)}',
  'a{background:url("picture.webp")}',
  "a{background:url('https://evil.example/x')}",
])('a stylesheet with %s stays a file', (css) => expect(toInlineStyle(css)).toBeUndefined());

test.each(['a{background:url(/assets/x.webp)}', 'a{background:url("data:image/svg+xml,x")}', 'a{mask:url(#m)}'])(
  '%s means the same in a page',
  (css) => expect(toInlineStyle(css)).toBeDefined(),
);

test('a style is remembered by the hash in its name', () => {
  expect(getStyleId('/assets/client.b45f2231.css')).toBe('b45f2231');
  expect(getStyleId('/remotes/mfe-home/blog.X2OHTCko-c96eG0I.css')).toBe('X2OHTCko-c96eG0I');
});
