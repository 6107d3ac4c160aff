import { hashPackageName } from '@shop/build/moduleClasses';
import { checkStyles } from './styles';

const classOf = (packageName: string, name: string): string => `.${name}_${hashPackageName(packageName)}Q0u`;
const OWN = classOf('mfe-gifts', 'GiftPage-module_page');
const OF_CARD = classOf('mfe-gifts', 'GiftCard-module_card');
const OF_HOST = classOf('host', 'Header-module_header');
const checkCss = (css: string): string[] => checkStyles('mfe-gifts', new Map([['web/remote.1.css', Buffer.from(css)]]));
const inLayer = (css: string): string => `@layer reset, base, components, features;@layer features{${css}}`;

describe('allows styles that match only the elements of the remote', () => {
  test.each([
    ['a class of a CSS module', `${OWN}{color:red}`],
    ['elements inside such a class', `${OWN} ol>li+li:before{color:red}`],
    ['a class with a direction, theme or state', `[dir=rtl] ${OWN}:hover{color:red}`],
    ['several selectors, each with its own class', `:is(${OWN},${OF_CARD}):where(${OWN}){color:red}`],
    ['conditions', `@media (width>600px){@supports (display:grid){@container (width>20rem){${OWN}{color:red}}}}`],
    [
      'keyframes with a name of the module',
      `@keyframes ${classOf('mfe-gifts', 'GiftPage-module_fade').slice(1)}{from{opacity:0}50%{opacity:.5}to{opacity:1}}`,
    ],
    ['nested rules', `${OWN}{& li{color:red}body &{color:red}}`],
    ['nested rules without &', `${OWN}{li{color:red}>ol,+p{color:red;&:hover{color:blue}}}`],
    ['nested rules in conditions', `${OWN}{@media (width>600px){&:is(&,${OWN}) li{color:red}}}`],
    ['custom properties that begin with its name', ':root{--mfe-gifts-ribbon:red}'],
  ])('%s', (_what, css) => {
    expect(checkCss(inLayer(css))).toEqual([]);
  });
});

describe('refuses styles that would affect the whole page', () => {
  test.each([
    ['everything', '* {display:none}', '* has no class'],
    ['the body', 'body{margin:1px}', 'body has no class'],
    ['a class name that others could use', '.card{color:red}', '.card has no class'],
    ['a class that only looks like one of a CSS module', '.card_small{color:red}', '.card_small has no class'],
    ['one selector among others', `${OWN},h1{color:red}`, 'h1 has no class'],
    ['the page, depending on its content', `body:has(${OWN}){display:none}`, 'body:has('],
    ['everything else', `:not(${OWN}){display:none}`, ':not('],
    ['one alternative of several', `:is(${OWN},main){display:none}`, ':is('],
    ['the page, from a nested rule', `${OWN}{body:has(&){display:none}}`, 'body:has(&) has no class'],
    ['the page, from a rule in a condition', `${OWN}{@media all{html:has(&) main{color:red}}}`, 'html:has(&) main'],
    ['everything else, from a nested rule', `${OWN}{:not(&){display:none}}`, ':not(&) has no class'],
    ['one alternative of several, from a nested rule', `${OWN}{:is(&,main){display:none}}`, ':is(&,main)'],
    ['the page, by & without an outer rule', '&{display:none}', '& has no class'],
    ['the page, two levels deep', `${OWN}{li{body:has(&){display:none}}}`, 'body:has(&) has no class'],
    ['an element by its id', '#main{display:none}', '#main has no class'],
    ["the shop's own custom properties", ':root{--color-text:red}', ':root has no class'],
    ['custom properties and more', ':root{--mfe-gifts-ribbon:red;font-size:2px}', ':root has no class'],
    ["another remote's keyframes", '@keyframes spin{to{rotate:1turn}}', '@keyframes spin has a name'],
    ["the page's fonts", '@font-face{font-family:Inter;src:url(x.woff2)}', '@font-face'],
    ['other stylesheets', '@import url(https://example.com/x.css);', '@import'],
    ['registered properties', '@property --color-text{syntax:"*";inherits:false}', '@property'],
  ])('%s', (_what, css, reason) => {
    expect(checkCss(inLayer(css))).toEqual([expect.stringContaining(reason)]);
  });

  test.each([
    ['alone', `${OF_HOST}{display:none}`, OF_HOST],
    ['of another remote', `${classOf('mfe-home', 'Hero-module_hero')}{display:none}`, 'Hero-module_hero'],
    ['as one of several selectors', `${OWN},${OF_HOST}{display:none}`, OF_HOST],
    ['with elements inside it', `${OF_HOST} ul a{display:none}`, OF_HOST],
    ['next to an own class', `${OWN}~${OF_HOST}{display:none}`, OF_HOST],
    ['inside an own class, where its widgets can be', `${OWN} ${OF_HOST}{display:none}`, OF_HOST],
    ['as an alternative', `:is(${OWN},${OF_HOST}){display:none}`, OF_HOST],
    ['as an alternative inside an own class', `${OWN} :where(p,${OF_HOST}){display:none}`, OF_HOST],
    ['in a nested rule', `${OWN}{${OF_HOST}{display:none}}`, OF_HOST],
    ['in a nested rule, in front of &', `${OWN}{${OF_HOST} &{display:none}}`, OF_HOST],
    ['with a nested rule in it', `${OF_HOST}{& ${OWN}{color:red}}`, OF_HOST],
    ['in a condition', `@media all{@supports (display:grid){${OF_HOST}{display:none}}}`, OF_HOST],
    ['written with escapes', `.Header\\-module_header_${OF_HOST.slice(-6)}{display:none}`, 'Header'],
    ['of a build by older tools', '.GiftPage-module_page_Q0ujO{color:red}', '.GiftPage-module_page_Q0ujO'],
  ])("a class of another package's CSS module, %s", (_where, css, name) => {
    const reasons = checkCss(inLayer(css));
    expect(reasons).toEqual([expect.stringContaining(name)]);
    expect(reasons).toEqual([expect.stringContaining('is not of a CSS module of mfe-gifts')]);
  });

  test("keyframes of another package's CSS module", () => {
    const name = classOf('host', 'Header-module_fade').slice(1);
    expect(checkCss(inLayer(`@keyframes ${name}{to{opacity:0}}`))).toEqual([
      expect.stringContaining(`@keyframes ${name} has a name that others could use`),
    ]);
  });

  test('styles outside a layer, which would override all layered styles', () => {
    expect(checkCss(`${OWN}{color:red}`)).toEqual([expect.stringContaining('in no cascade layer')]);
  });

  test.each([
    '@layer base{}',
    '@layer gifts, features;',
    '@layer features, components, base, reset;',
    '@layer features.own{}',
    '@layer{}',
  ])('a wrong order of layers, or a layer that remotes may not use: %s', (css) => {
    expect(checkCss(css)).toEqual([expect.stringContaining('is not allowed')]);
  });

  test('a file that is not a stylesheet', () => {
    expect(checkCss('}{')).toEqual([expect.stringContaining('is not a valid stylesheet')]);
  });

  test('at most ten reasons are given, even for a thousand selectors', () => {
    expect(
      checkCss(inLayer(Array.from({ length: 1_000 }, (_, index) => `h${index}{color:red}`).join(''))),
    ).toHaveLength(10);
  });
});

describe('quickly refuses a stylesheet that would take long to parse', () => {
  test.each([
    [
      'blocks in blocks',
      `@layer features{${`${OWN}{`.repeat(9_000)}${'}'.repeat(9_001)}`,
      /nests blocks deeper than 12/,
    ],
    [
      'a selector of a hundred thousand parts',
      `@layer features{${'a '.repeat(100_000)}{color:red}}`,
      /a selector of more than 4000 characters/,
    ],
    [
      'a selector with a hundred thousand alternatives',
      `@layer features{${'a,'.repeat(100_000)}a{color:red}}`,
      /a selector of more than 4000 characters/,
    ],
    ['a megabyte', `@layer features{${`${OWN}{color:red}`.repeat(40_000)}}`, /they may have 300 KB/],
  ])('%s', (_what, css, reason) => {
    expect(checkStyles('mfe-home', new Map([['web/a.css', Buffer.from(css)]]))).toEqual([
      expect.stringMatching(reason),
    ]);
  });
});
