import { checkStyles } from './styles';

const OWN = '.GiftPage-module_page_Q0ujO';
const checkCss = (css: string): string[] => checkStyles('mfe-gifts', new Map([['web/remote.1.css', Buffer.from(css)]]));
const inLayer = (css: string): string => `@layer reset, base, components, features;@layer features{${css}}`;

describe('styles of a remote that stay on its own elements', () => {
  test.each([
    ['a class of a CSS module', `${OWN}{color:red}`],
    ['what is inside of one', `${OWN} ol>li+li:before{color:red}`],
    ['one in a direction, a theme or a state', `[dir=rtl] ${OWN}:hover{color:red}`],
    ['one of several, each of its own', `:is(${OWN},.GiftCard-module_card_a1-+z):where(${OWN}){color:red}`],
    ['conditions', `@media (width>600px){@supports (display:grid){@container (width>20rem){${OWN}{color:red}}}}`],
    [
      'keyframes with a name of the module',
      '@keyframes GiftPage-module_fade_a1b2c{from{opacity:0}50%{opacity:.5}to{opacity:1}}',
    ],
    ['nested rules', `${OWN}{& li{color:red}body &{color:red}}`],
    ['custom properties that begin with its name', ':root{--mfe-gifts-ribbon:red}'],
  ])('%s', (_what, css) => {
    expect(checkCss(inLayer(css))).toEqual([]);
  });
});

describe('styles of a remote that would change the whole page', () => {
  test.each([
    ['everything', '* {display:none}', '* has no class'],
    ['the body', 'body{margin:1px}', 'body has no class'],
    ['a class that anybody may have', '.card{color:red}', '.card has no class'],
    ['a class that looks like one of a module', '.card_small{color:red}', '.card_small has no class'],
    ['one selector among others', `${OWN},h1{color:red}`, 'h1 has no class'],
    ['the page because of what is in it', `body:has(${OWN}){display:none}`, 'body:has('],
    ['everything else', `:not(${OWN}){display:none}`, ':not('],
    ['one of several', `:is(${OWN},main){display:none}`, ':is('],
    ['an element by its id', '#main{display:none}', '#main has no class'],
    ["the shop's own custom properties", ':root{--color-text:red}', ':root has no class'],
    ['custom properties and more', ':root{--mfe-gifts-ribbon:red;font-size:2px}', ':root has no class'],
    ["somebody else's keyframes", '@keyframes spin{to{rotate:1turn}}', '@keyframes spin has a name'],
    ["the page's fonts", '@font-face{font-family:Inter;src:url(x.woff2)}', '@font-face'],
    ['other stylesheets', '@import url(https://example.com/x.css);', '@import'],
    ['registered properties', '@property --color-text{syntax:"*";inherits:false}', '@property'],
  ])('%s', (_what, css, reason) => {
    expect(checkCss(inLayer(css))).toEqual([expect.stringContaining(reason)]);
  });

  test('styles outside of a layer, which would win over all that are in one', () => {
    expect(checkCss(`${OWN}{color:red}`)).toEqual([expect.stringContaining('in no cascade layer')]);
  });

  test.each([
    '@layer base{}',
    '@layer gifts, features;',
    '@layer features, components, base, reset;',
    '@layer features.own{}',
    '@layer{}',
  ])("the order of layers, or a layer that is not a remote's: %s", (css) => {
    expect(checkCss(css)).toEqual([expect.stringContaining("is not a remote's")]);
  });

  test('what is no stylesheet', () => {
    expect(checkCss('}{')).toEqual([expect.stringContaining('is no stylesheet')]);
  });

  test('a thousand selectors are ten reasons', () => {
    expect(
      checkCss(inLayer(Array.from({ length: 1_000 }, (_, index) => `h${index}{color:red}`).join(''))),
    ).toHaveLength(10);
  });
});

describe('a stylesheet that would take the registry long to read is refused at once', () => {
  test.each([
    [
      'blocks in blocks',
      `@layer features{${`${OWN}{`.repeat(9_000)}${'}'.repeat(9_001)}`,
      /nests blocks deeper than 12/,
    ],
    [
      'a selector of a hundred thousand parts',
      `@layer features{${'a '.repeat(100_000)}{color:red}}`,
      /a selector of more than 4000 letters/,
    ],
    [
      'a selector with a hundred thousand alternatives',
      `@layer features{${'a,'.repeat(100_000)}a{color:red}}`,
      /a selector of more than 4000 letters/,
    ],
    ['a megabyte', `@layer features{${`${OWN}{color:red}`.repeat(40_000)}}`, /they may have 300 KB/],
  ])('%s', (_what, css, reason) => {
    const began = performance.now();
    expect(checkStyles('mfe-home', new Map([['web/a.css', Buffer.from(css)]]))).toEqual([
      expect.stringMatching(reason),
    ]);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
