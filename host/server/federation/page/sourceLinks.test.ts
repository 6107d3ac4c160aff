import { parseHttpsUrl, parseCommit } from './sourceLinks';

const commit = '0123456789abcdef0123456789abcdef01234567';

test.each([
  ['a run on GitHub', 'https://github.com/shop/shop/actions/runs/17', `https://github.com/shop/shop/commit/${commit}`],
  [
    'a job on GitLab',
    'https://gitlab.example/shop/teams/home/-/jobs/17',
    `https://gitlab.example/shop/teams/home/-/commit/${commit}`,
  ],
  ['another CI', 'https://ci.example/builds/17', undefined],
  ['a run over http', 'http://github.com/shop/shop/actions/runs/17', undefined],
  ['no CI run', undefined, undefined],
])('links a commit with %s to its repository if known', (_what, url, href) => {
  expect(parseCommit({ commit, ...(url === undefined ? {} : { url }) })).toEqual({ text: '012345678', href });
});

test('mentions uncommitted changes, and shows anything but a hash unchanged', () => {
  expect(parseCommit({ commit: `${commit}+changes` })?.text).toBe('012345678 and uncommitted changes');
  expect(parseCommit({ commit: 'main"><script>' })).toEqual({ text: 'main"><script>', href: undefined });
  expect(parseCommit({})).toBeUndefined();
});

test.each(['javascript:alert(1)', 'http://ci.example', 'data:text/html,x', 'ci.example', undefined])(
  'does not link %s',
  (url) => {
    expect(parseHttpsUrl(url)).toBeUndefined();
  },
);
