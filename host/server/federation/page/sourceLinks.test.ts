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
  ['no run', undefined, undefined],
])('a commit with %s leads to its repository where that is known', (_what, url, href) => {
  expect(parseCommit({ commit, ...(url === undefined ? {} : { url }) })).toEqual({ text: '012345678', href });
});

test('changes that were not committed are named, and what is no hash is shown as it is', () => {
  expect(parseCommit({ commit: `${commit}+changes` })?.text).toBe('012345678 and uncommitted changes');
  expect(parseCommit({ commit: 'main"><script>' })).toEqual({ text: 'main"><script>', href: undefined });
  expect(parseCommit({})).toBeUndefined();
});

test.each(['javascript:alert(1)', 'http://ci.example', 'data:text/html,x', 'ci.example', undefined])(
  '%s is no link',
  (url) => {
    expect(parseHttpsUrl(url)).toBeUndefined();
  },
);
