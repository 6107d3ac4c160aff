import { requirePublicUrl } from './requirePublicUrl';

const start = (environment: NodeJS.ProcessEnv) => (): void =>
  requirePublicUrl(environment, (sentence) => new Error(sentence));

test.each([undefined, '', 'http://shop.example', 'http://localhost:3000', 'shop.example', 'ftp://shop.example'])(
  'production does not start with PUBLIC_URL=%s',
  (value) => {
    expect(start({ NODE_ENV: 'production', PUBLIC_URL: value })).toThrow(
      'PUBLIC_URL must be the https address of the shop when NODE_ENV=production.',
    );
  },
);

test.each([undefined, '', 'development', 'Production', 'prod', 'test'])(
  'an https address does not start with NODE_ENV=%s',
  (mode) => {
    const environment: Record<string, string | undefined> = { NODE_ENV: mode, PUBLIC_URL: 'https://shop.example' };
    // also what the types of Node do not list
    expect(start(environment as NodeJS.ProcessEnv)).toThrow('An https PUBLIC_URL needs NODE_ENV=production');
  },
);

test.each([undefined, 'development'])('nor does one of this machine with NODE_ENV=%s: only a test does', (mode) => {
  const environment: Record<string, string | undefined> = { NODE_ENV: mode, PUBLIC_URL: 'https://localhost:3443' };
  expect(start(environment as NodeJS.ProcessEnv)).toThrow('An https PUBLIC_URL needs NODE_ENV=production');
});

test.each<NodeJS.ProcessEnv>([
  { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' },
  { NODE_ENV: 'production', PUBLIC_URL: 'https://localhost:3443' },
  { NODE_ENV: 'test', PUBLIC_URL: 'https://localhost:4920' },
  { NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3000' },
  { NODE_ENV: 'test' },
])('%j starts', (environment) => {
  expect(start(environment)).not.toThrow();
});
