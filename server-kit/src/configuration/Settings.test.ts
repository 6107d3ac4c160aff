import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../lifecycle/StartError';
import { readServerConfig } from './readServerConfig';
import { Settings } from './Settings';

const createSettings = (environment: Record<string, string | undefined>): Settings =>
  new Settings(environment, { secrets: ['DATABASE_URL'], mayBeEmpty: ['HOST'] });

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-settings-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('reads values of each kind', () => {
  const settings = createSettings({
    PORT: '0',
    COUNT: '12',
    SHARE: '1.5',
    ON: 'on',
    OFF: 'off',
    LEVEL: 'b',
    NAMES: ' a,,b\nc ',
  });
  expect(settings.readPort('PORT')).toBe(0);
  expect(settings.readWholeNumber('COUNT')).toBe(12);
  expect(settings.readMilliseconds('COUNT')).toBe(12);
  expect(settings.readNumber('SHARE')).toBe(1.5);
  expect([settings.readSwitch('ON'), settings.readSwitch('OFF')]).toEqual([true, false]);
  expect(settings.readChoice('LEVEL', ['a', 'b'])).toBe('b');
  expect(settings.readList('NAMES')).toEqual(['a', 'b', 'c']);
});

test.each([undefined, ''])('a variable that is %j is unset', (value) => {
  const settings = createSettings({ X: value });
  expect([
    settings.readText('X'),
    settings.readUrl('X'),
    settings.readPort('X'),
    settings.readNumber('X'),
    settings.readSwitch('X'),
    settings.readChoice('X', ['a']),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  expect(settings.readList('X')).toEqual([]);
});

test('an empty string is a value only where a server says so', () => {
  expect(createSettings({ HOST: '' }).readText('HOST')).toBe('');
});

test.each<[string, (settings: Settings) => unknown, string]>([
  ['abc', (settings) => settings.readPort('X'), 'X must be a port number, not "abc".'],
  ['65536', (settings) => settings.readPort('X'), 'X must be a port number, not "65536".'],
  ['80.5', (settings) => settings.readPort('X'), 'X must be a port number, not "80.5".'],
  ['-1', (settings) => settings.readWholeNumber('X'), 'X must be a whole number, not "-1".'],
  ['1.5', (settings) => settings.readWholeNumber('X'), 'X must be a whole number, not "1.5".'],
  ['Infinity', (settings) => settings.readWholeNumber('X'), 'X must be a whole number, not "Infinity".'],
  ['5s', (settings) => settings.readMilliseconds('X'), 'X must be a whole number of milliseconds, not "5s".'],
  ['-0.1', (settings) => settings.readNumber('X'), 'X must be a number, not "-0.1".'],
  ['1e400', (settings) => settings.readNumber('X'), 'X must be a number, not "1e400".'],
  ['ON', (settings) => settings.readSwitch('X'), 'X must be "on" or "off", not "ON".'],
  ['c', (settings) => settings.readChoice('X', ['a', 'b']), 'X must be "a" or "b", not "c".'],
  ['shop.example', (settings) => settings.readUrl('X'), 'X must be a URL, not "shop.example".'],
])('%s is refused in one sentence', (value, read, sentence) => {
  const settings = createSettings({ X: value });
  expect(() => read(settings)).toThrow(new StartError(sentence));
});

test('a secret may come from a file, and a message does not repeat it', () => {
  const file = path.join(folder, 'database-url');
  fs.writeFileSync(file, 'canary\n');
  const settings = createSettings({ DATABASE_URL_FILE: file });
  expect(settings.readText('DATABASE_URL')).toBe('canary');
  expect(() => settings.readUrl('DATABASE_URL')).toThrow(new StartError('DATABASE_URL must be a URL.'));
});

test('production without a PUBLIC_URL does not start', () => {
  expect(() => createSettings({ NODE_ENV: 'production' })).toThrow(StartError);
});

test('the defaults of both servers differ in production', () => {
  const development = { production: false, trustedProxies: 0, logLevel: 'warn', shutdownDelayMs: 0 };
  const production = { production: true, trustedProxies: 0, logLevel: 'info', shutdownDelayMs: 5_000 };
  expect(readServerConfig(createSettings({}))).toEqual({
    ...development,
    metricsToken: undefined,
    shutdownLimitMs: 10_000,
  });
  expect(
    readServerConfig(createSettings({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' })),
  ).toMatchObject(production);
});

test('a metrics token that is too short is refused without repeating it', () => {
  expect(() => readServerConfig(createSettings({ METRICS_TOKEN: 'short' }))).toThrow(
    new StartError('METRICS_TOKEN must have at least 16 characters.'),
  );
});
