import { buildHtmlDocument, type HtmlPage } from './buildHtmlDocument';
import { aRelease } from '../testing/aRelease';
import { chooseStorefront } from './chooseStorefront';

const page = (overrides: Partial<HtmlPage> = {}): string =>
  buildHtmlDocument({
    storefront: 'jewellery',
    html: '<title>Shop | Oriel</title><meta name="description" content="x"/><h1>Shop</h1>',
    data: { composition: {}, source: 'api', visitToken: '', serviceWorker: true, state: {}, router: null },
    assets: {
      scripts: ['/assets/client.js'],
      styles: ['/assets/client.css'],
      offline: { scripts: [], styles: [] },
      pageStyles: [],
      earlyInput: { script: '', hash: '' },
    },
    remote: undefined,
    chunks: [],
    styles: [],
    ...overrides,
  });

test('moves title and metadata to the head', () => {
  const [head, body] = page().split('</head>');
  expect(head).toContain('<title>Shop | Oriel</title><meta name="description" content="x"/>');
  expect(body).toContain('<div id="root"><h1>Shop</h1></div>');
});

test('a home page describes the storefront, its search and its shop to search engines (product 15.3)', () => {
  const read = (storefront: 'jewellery' | 'organic') =>
    JSON.parse(/ld\+json">(.*?)<\/script>/.exec(page({ storefront, siteOrigin: 'https://shop.example' }))?.[1] ?? '');
  expect(read('jewellery')['@graph']).toMatchObject([
    {
      '@type': 'WebSite',
      name: 'Oriel',
      url: 'https://shop.example/',
      potentialAction: { target: 'https://shop.example/products?q={search_term_string}' },
    },
    { '@type': 'OnlineStore', logo: 'https://shop.example/icons/jewellery-512.png' },
  ]);
  expect(read('organic')['@graph'][0]).toMatchObject({
    url: 'https://shop.example/?store=organic',
    potentialAction: { target: 'https://shop.example/products?q={search_term_string}&store=organic' },
  });
  expect(page()).not.toContain('ld+json');
});

test('escapes the state so that it cannot end its script element', () => {
  const html = page({
    data: {
      composition: {},
      source: 'api',
      visitToken: '',
      serviceWorker: true,
      state: { text: '</script><script>alert(1)</script>\u2028' },
      router: null,
    },
  });
  expect(html).not.toContain('</script><script>alert');
  const json = /id="shop-page">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(JSON.parse(json)).toMatchObject({ state: { text: '</script><script>alert(1)</script>\u2028' } });
});

test('includes the scripts of lazy routes, and ignores unknown ones', () => {
  const chunks = {
    blog: { scripts: ['blog.1.js'], styles: ['blog.1.css'] },
    contact: { scripts: ['contact.1.js'], styles: ['contact.1.css'] },
  };
  const release = aRelease({
    web: { entry: 'e.js', container: 'mfe_home', scripts: ['r.js'], styles: ['r.css'], chunks },
    files: { 'web/blog.1.css': 'c', 'web/blog.1.js': 's' },
  });
  const remote = { release, urlBase: '/remotes/mfe-home/1/', nodeEntry: '', styles: new Map() };
  const html = page({ remote, chunks: ['blog', 'no-such'] });
  expect(html).toContain(
    '<link rel="preload" as="script" href="/remotes/mfe-home/1/blog.1.js" integrity="sha384-s" fetchpriority="low">',
  );
  expect(html).not.toContain('contact.1');
});

test('has styles in the page or as links, as given', () => {
  const html = page({
    styles: [
      { href: '/assets/client.1.css', inline: { css: 'h1{color:red}', hash: 'x' } },
      { href: '/remotes/mfe-home/r.1.css', integrity: 'sha384-c' },
    ],
  });
  expect(html).toContain(
    '<style data-href="/assets/client.1.css">h1{color:red}</style><link rel="stylesheet" href="/remotes/mfe-home/r.1.css" integrity="sha384-c">',
  );
});

test('the shell has a title and a noscript message', () => {
  const shell = page({ html: '' });
  expect(shell).toContain('<title>Oriel | Light, set in gold</title>');
  expect(shell).toContain('<noscript>');
});

test.each([
  ['', undefined, 'jewellery'],
  ['', 'a=1; storefront=organic', 'organic'],
  ['', 'storefront=pirate', 'jewellery'],
  ['store=organic', 'storefront=jewellery', 'organic'],
  ['store=__proto__', undefined, 'jewellery'],
])('query "%s" and cookie "%s" choose %s (product 1.1, 1.2)', (query, cookie, storefront) => {
  expect(chooseStorefront(new URLSearchParams(query), cookie).storefront).toBe(storefront);
});

test('names overridden releases with their teams and links back to the live ones', () => {
  const composition = {
    'mfe-home': {
      version: '1.4.0-pr7',
      entry: '/e.js',
      container: 'c',
      mounts: ['/'],
      missingTitle: 'x',
      isOverride: true,
      owner: 'home <team>',
    },
  } as const;
  const html = page({
    data: { composition, source: 'api', visitToken: '', serviceWorker: true, state: {}, router: null },
  });
  expect(html).toContain('mfe-home <b>1.4.0-pr7</b>, home &lt;team> <a href="?remote.mfe-home=live">Back to live</a>');
  expect(page()).not.toContain('remote-overrides');
});
