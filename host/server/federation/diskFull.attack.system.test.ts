import path from 'node:path';
import { createToken, DEFAULT_LIMITS, HealthCounts, promote, publishRelease, readSigningKey } from '@shop/registry';
import { aHost, builtRemote } from '@shop/registry/testing/builtRemote';
import { mountSmallDisk } from '@shop/server-kit/testing/smallDisk';
import fastify from 'fastify';
import { LiveComposition } from '../releases/LiveComposition';
import { LocalReleases } from '../releases/LocalReleases';
import { federationRoutes } from './federationRoutes';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

const assets = {
  scripts: [],
  styles: [],
  offline: { scripts: [], styles: [] },
  pageStyles: [],
  earlyInput: { script: '', hash: '' },
};

test('a registry on a full disk still serves the live releases, rejects changes with Retry-After, and accepts them once there is space', async () => {
  const disk = mountSmallDisk(8);
  if (!disk) return; // mountSmallDisk has logged a warning
  const registry = openTestRegistry(path.join(disk.folder, 'registry'));
  const now = new Date();
  await registry.announceHost('one', aHost(), now);
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(registry, builtRemote({ version, text: version }), 'home-team', now);
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home-team', now });
  const operator = await createToken(registry, 'operator', '*', now);
  const health = new HealthCounts(registry.storage, 'one');
  const live = new LiveComposition(
    registry,
    new LocalReleases(registry, path.join(disk.folder, 'cache')),
    aHost(),
    () => undefined,
  );
  const app = fastify();
  await federationRoutes(
    app,
    {
      registry,
      local: new LocalReleases(registry, path.join(disk.folder, 'cache')),
      live,
      health,
      limits: DEFAULT_LIMITS,
      signingKey: () => readSigningKey(registry),
    },
    { assets, production: false },
  );
  const promoteByCall = (version: string) =>
    app.inject({
      method: 'POST',
      url: '/federation/api/promotions',
      payload: { set: { 'mfe-home': version } },
      headers: { authorization: `Bearer ${operator}` },
    });
  const fromPage = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const press = (button: string, payload: string, cookie = '') =>
    app.inject({ method: 'POST', url: `/federation/${button}`, payload, headers: { ...fromPage, cookie } });
  const cookie = String((await press('sign-in', `token=${operator}`)).headers['set-cookie']).split(';')[0];
  try {
    disk.fill();
    health.record('mfe-home', '1.0.0', { first: true, failed: false, lcp: 900, inp: null }, now);
    const page = await app.inject('/federation');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('1.0.0');
    expect((await app.inject('/.well-known/frontend-discovery.json')).statusCode).toBe(200);
    const refusals = [
      await promoteByCall('1.1.0'),
      // the audit cannot be written
      await app.inject({ url: '/federation/api/composition', headers: { authorization: 'Bearer nobody' } }),
      await press('sign-in', `token=${encodeURIComponent('nobody.token')}`),
    ];
    for (const { statusCode, body, headers } of refusals) {
      expect([401, 503]).toContain(statusCode);
      expect(body).not.toBe('');
      if (statusCode === 503) expect(headers['retry-after']).toBe('10');
    }
    expect(refusals[0]?.statusCode).toBe(503);
    for (const answer of [
      await press('promote', 'remote=mfe-home&version=1.1.0', cookie),
      await press('sign-out-everywhere', '', cookie),
    ]) {
      expect(answer).toMatchObject({
        statusCode: 503,
        headers: { 'retry-after': '10' },
        body: expect.stringContaining('The registry cannot save changes right now. Please try again.'),
      });
    }
    expect((await registry.readComposition()).live['mfe-home']).toBe('1.0.0');

    disk.free();
    expect((await promoteByCall('1.1.0')).statusCode).toBe(200);
    expect((await registry.readComposition()).live['mfe-home']).toBe('1.1.0');
    // Counts made while the disk was full are not lost.
    expect(Object.keys(await new HealthCounts(registry.storage, 'two').read(new Date(0)))).toEqual([]);
    await health.flush();
    expect(Object.keys(await new HealthCounts(registry.storage, 'two').read(new Date(0)))).toEqual(['mfe-home@1.0.0']);
  } finally {
    await app.close();
    disk.remove();
  }
}, 60_000);
