import type { Audience } from '@shop/runtime/remotes';
import { createToken, findGrant, promote, publishRelease, retire, rollback, startCanary } from '.';
import { releaseLocal } from './commands/releaseLocal';
import { aHost, builtRemote } from './testing/builtRemote';
import { runCli, type CliResult } from './testing/runCli';
import { startRegistry, type StartedRegistry } from './testing/startRegistry';

/** A team wants its code to run in the back office, with the sessions of staff. */
let server: StartedRegistry;
const noon = new Date();
const ada = { by: 'ada', now: noon };

beforeEach(async () => {
  server = await startRegistry();
  await runCli(['init'], server.beside('operator'));
});
afterEach(() => server.stop());

const gifts = (audience?: Audience, version = '1.0.0') =>
  builtRemote({
    remote: 'mfe-gifts',
    version,
    text: version,
    mounts: [audience === 'staff' ? '/admin/gifts' : '/gifts'],
    ...(audience ? { audience } : {}),
  });
const publish = (audience?: Audience, version?: string) =>
  publishRelease(server.registry, gifts(audience, version), 'gifts team', noon);
const grant = (audience: string, environment = server.beside('operator')): Promise<CliResult> =>
  runCli(['audience', 'mfe-gifts', audience], environment);
const readGrant = async (): Promise<Audience> => findGrant(await server.registry.readComposition(), 'mfe-gifts');

test('a release that says it is for staff is refused, whoever publishes it, and so nothing of it is kept', async () => {
  for (const by of ['gifts team', 'operator'])
    await expect(publishRelease(server.registry, gifts('staff'), by, noon)).rejects.toMatchObject({
      code: 'refused',
      reasons: [
        'It is for staff, but the platform has mfe-gifts for shoppers: change "audience" in its remote.json, or have the platform run npm run remote -- audience mfe-gifts staff.',
      ],
    });
  expect(await server.registry.listReleases('mfe-gifts')).toEqual([]);
});

test("neither a team's token nor an operator's can grant it over HTTP", async () => {
  for (const remotes of [['mfe-gifts'] as const, '*'] as const) {
    const token = await createToken(server.registry, remotes === '*' ? 'operator' : 'gifts', remotes, noon);
    const { code, output } = await grant('staff', server.overHttp(token));
    expect([code, output]).toEqual([2, expect.stringContaining("direct access to the registry's storage")]);
    for (const route of ['/audience', '/remotes/mfe-gifts/audience', '/composition'])
      expect(
        (
          await fetch(server.url + route, {
            method: 'PUT',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: '{"staff":["mfe-gifts"],"audience":"staff"}',
          })
        ).status,
      ).toBe(404);
  }
  expect(await readGrant()).toBe('shoppers');
});

test('who has the storage grants it, which the audit keeps; then releases for staff are accepted, and no others', async () => {
  expect(await grant('staff')).toEqual({ code: 0, output: 'mfe-gifts is for staff.\n' });
  expect(await publish('staff')).toMatchObject({ audience: 'staff' });
  await expect(publish(undefined, '1.1.0')).rejects.toMatchObject({
    reasons: [
      'It is for shoppers, but the platform has mfe-gifts for staff: change "audience" in its remote.json, or have the platform run npm run remote -- audience mfe-gifts shoppers.',
    ],
  });
  const [key = ''] = await server.registry.storage.list('audit/');
  expect(JSON.parse((await server.registry.storage.read(key))?.body.toString() ?? '')).toMatchObject({
    action: 'audience',
    details: { remote: 'mfe-gifts', audience: 'staff' },
  });
  expect((await grant('everybody')).code).toBe(2);
});

test('a grant that was withdrawn ends earlier releases, too', async () => {
  await grant('staff');
  for (const version of ['1.0.0', '1.1.0']) {
    await publish('staff', version);
    await promote(server.registry, { 'mfe-gifts': version }, ada);
  }
  const refused = await grant('shoppers');
  expect([refused.code, refused.output]).toEqual([3, expect.stringContaining('retire mfe-gifts first')]);
  await retire(server.registry, 'mfe-gifts', ada);
  expect((await grant('shoppers')).code).toBe(0);
  for (const attempt of [
    () => promote(server.registry, { 'mfe-gifts': '1.1.0' }, ada),
    () => rollback(server.registry, 'mfe-gifts', '1.0.0', ada),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'refused' });
  await publish(undefined, '2.0.0');
  await promote(server.registry, { 'mfe-gifts': '2.0.0' }, ada);
  await expect(startCanary(server.registry, 'mfe-gifts', '1.1.0', 1, ada)).rejects.toMatchObject({ code: 'refused' });
});

test('remotes for staff are below /admin, and no others are', async () => {
  await expect(
    publishRelease(server.registry, builtRemote({ remote: 'mfe-gifts', mounts: ['/admin/gifts'] }), 'team', noon),
  ).rejects.toMatchObject({ reasons: ['Its mount /admin/gifts is for remotes for staff.'] });
  await grant('staff');
  await expect(
    publishRelease(
      server.registry,
      builtRemote({ remote: 'mfe-gifts', audience: 'staff', mounts: ['/gifts', '/administration'] }),
      'team',
      noon,
    ),
  ).rejects.toMatchObject({
    reasons: [
      'Its mount /gifts is not in the back office: use /admin or a path below it.',
      'Its mount /administration is not in the back office: use /admin or a path below it.',
    ],
  });
});

test('a host of before, which would show it in the shop, gets no release for staff', async () => {
  await grant('staff');
  const { audiences, ...before } = aHost();
  expect(audiences).toContain('staff');
  await server.registry.announceHost('a', before, noon);
  await expect(publish('staff')).rejects.toMatchObject({
    reasons: ['It is for staff, whom the live host h1 does not serve: deploy the hosts first.'],
  });
});

test('what another audience has taken is free: they are never on one page', async () => {
  await grant('staff');
  const slices = ['gifts'];
  await publishRelease(server.registry, builtRemote({ version: '1.0.0', slices }), 'home team', noon);
  await publishRelease(server.registry, { ...gifts('staff') }, 'gifts team', noon);
  await publishRelease(
    server.registry,
    builtRemote({ remote: 'mfe-gifts', audience: 'staff', version: '2.0.0', mounts: ['/admin'], slices }),
    'gifts team',
    noon,
  );
  await expect(promote(server.registry, { 'mfe-home': '1.0.0', 'mfe-gifts': '2.0.0' }, ada)).resolves.toMatchObject({
    changed: true,
  });
});

test('the same files make another version for staff, and the versions of shoppers stay as they were', async () => {
  const upload = builtRemote({ remote: 'mfe-gifts', mounts: ['/admin'], audience: 'staff' });
  await grant('staff');
  const { version } = await publishRelease(server.registry, upload, 'gifts team', noon);
  const { audience, ...before } = upload;
  await grant('shoppers');
  // It is refused for its mount, under the version that it had before there were audiences.
  await expect(publishRelease(server.registry, before, 'gifts team', noon)).rejects.toMatchObject({
    message: expect.not.stringContaining(version) as string,
  });
  expect(audience).toBe('staff');
});

test('at a local start the repository says whom its remotes are for: who starts the shop is the platform', async () => {
  const start = (audience: Audience) =>
    releaseLocal(server.registry, {
      uploads: [{ ...gifts(audience), version: undefined }],
      open: async (upload) => upload,
      print: () => undefined,
      isStrict: true,
    });
  await start('staff');
  expect(await readGrant()).toBe('staff');
  await expect(start('shoppers')).rejects.toThrow('retire mfe-gifts first');
  await start('staff');
});
