import { aRelease } from '../testing/aRelease';
import { listPageStyles } from './listPageStyles';

const inline = { css: 'h1{}', hash: 'x' };
const host = [{ href: '/assets/client.b45f2231.css', inline }];
const remote = {
  release: aRelease({
    web: {
      entry: 'e.js',
      container: 'mfe_home',
      scripts: [],
      styles: ['remote.5bTiNPjC8WOIYK3e.css'],
      chunks: { blog: { scripts: [], styles: ['blog.X2OHTCko-c96eG0I.css'] } },
    },
    files: { 'web/remote.5bTiNPjC8WOIYK3e.css': 'r', 'web/blog.X2OHTCko-c96eG0I.css': 'b' },
  }),
  urlBase: '/remotes/mfe-home/',
  nodeEntry: '',
  styles: new Map([
    ['remote.5bTiNPjC8WOIYK3e.css', inline],
    ['blog.X2OHTCko-c96eG0I.css', undefined],
  ]),
};

test('a page has the text of each style that the browser does not have, unless it has to stay a file', () => {
  const styles = listPageStyles(host, remote, ['blog', 'no-such'], ['b45f2231']);
  expect(styles).toEqual([
    { href: '/assets/client.b45f2231.css', inline: undefined },
    { href: '/remotes/mfe-home/remote.5bTiNPjC8WOIYK3e.css', integrity: 'sha384-r', inline },
    { href: '/remotes/mfe-home/blog.X2OHTCko-c96eG0I.css', integrity: 'sha384-b', inline: undefined },
  ]);
});

test('all are links where none may be in the page', () => {
  expect(listPageStyles(host, remote, [], null).map((style) => style.inline)).toEqual([undefined, undefined]);
});
