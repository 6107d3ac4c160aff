import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { aHost, builtRemote, findFile, withFile } from './testing/builtRemote';
import { contentName } from '../build/contentName';
import { hashContent } from '../build/hashContent';
import { publishRelease, type Registry, type ReleaseUpload } from './index';
import { openTestRegistry } from './testing/openTestRegistry';

let workspace: string;
let registry: Registry;
const noon = new Date('2026-01-01T12:00:00Z');
const publish = (upload: ReleaseUpload) => publishRelease(registry, upload, 'home team', noon);

const renameInManifest = (upload: ReleaseUpload, before: string, after: string): ReleaseUpload => {
  const manifest = upload.files.get('web/mf-manifest.json')?.toString() ?? '';
  return withFile(upload, 'web/mf-manifest.json', manifest.replaceAll(before, after));
};

/** Replaces the entry of a web build. Its name follows from its content. */
const withEntry = (upload: ReleaseUpload, content: string): ReleaseUpload => {
  const before = findFile(upload.hashes, 'web/web.js');
  const name = contentName('web.js', hashContent(Buffer.from(content)));
  const replaced = withFile(withFile(upload, before, undefined), `web/${name}`, content);
  return renameInManifest(replaced, path.basename(before), name);
};

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

test('a published release lists what its pages need, describes its module, and hashes every file', async () => {
  const release = await publish(
    builtRemote({
      routes: [{ id: 'home', path: '' }],
      slices: ['posts'],
      widgets: ['Hero'],
      uses: { routes: ['/cart'], widgets: [] },
    }),
  );
  expect(release).toMatchObject({
    publishedBy: 'home team',
    contract: 1,
    routes: [{ id: 'home', path: '/' }],
    slices: ['posts'],
    widgets: ['Hero'],
    requires: { react: '^19.3.1' },
    uses: { routes: ['/cart'] },
    web: {
      entry: expect.stringMatching(/^web\.[\w-]{16}\.js$/),
      container: 'mfe_home',
      scripts: [expect.stringMatching(/^remote\.[\w-]{16}\.js$/)],
      styles: [expect.stringMatching(/^remote\.[\w-]{16}\.css$/)],
      chunks: { blog: { scripts: ['blog.1.js'], styles: ['blog.1.css'] } },
    },
  });
  expect(release.sizes.page).toBeGreaterThan(release.sizes.entry);
  expect(Object.keys(release.files)).toHaveLength(7);
  expect(release.version).toMatch(/^1\.0\.0-[0-9a-f]{10}$/);
  const entry = await registry.storage.read(`mfe-home/${release.version}/web/${release.web.entry}`);
  expect(entry?.body.toString()).toBe('/* one */');
});

test('a release stores owner and budget; changing either makes another release', async () => {
  const budget = { entry: 5, page: 20 };
  const release = await publish(builtRemote({ owner: 'home team', budget }));
  expect(await openTestRegistry(workspace).readRelease('mfe-home', release.version)).toMatchObject({
    owner: 'home team',
    budget,
  });
  const others = await Promise.all([
    publish(builtRemote({ owner: 'another team', budget })),
    publish(builtRemote({ owner: 'home team', budget: { entry: 5, page: 21 } })),
  ]);
  expect(new Set([release, ...others].map(({ version }) => version)).size).toBe(3);
});

test('in production, a release that no browser has opened is refused, with what to do', async () => {
  const production = openTestRegistry(workspace, { requiresBrowser: true });
  await expect(
    publishRelease(production, builtRemote({ openedIn: undefined }), 'home team', noon),
  ).rejects.toMatchObject({
    code: 'refused',
    reasons: [
      'No browser has opened its pages. Publish it from a machine with Chromium, which CHROMIUM_PATH can name.',
    ],
  });
  await expect(
    publishRelease(production, builtRemote({ openedIn: 'Chromium 156' }), 'home team', noon),
  ).resolves.toMatchObject({ trial: { openedIn: 'Chromium 156' } });
});

test('publishing promotes nothing', async () => {
  await publish(builtRemote());
  expect((await registry.readComposition()).live).toEqual({});
});

test('publishing the same files again returns the same release', async () => {
  const first = await publish(builtRemote());
  expect(await publishRelease(registry, builtRemote(), 'somebody else', new Date('2026-02-01T00:00:00Z'))).toEqual(
    first,
  );
});

test('a version cannot be published again with other files', async () => {
  await publish(builtRemote({ version: '2.0.0' }));
  await expect(publish(builtRemote({ version: '2.0.0', text: 'two' }))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('already published with other files'),
  });
});

test('if two publish one version with different files at once, one succeeds, and the files are not mixed', async () => {
  const answers = await Promise.allSettled([
    publish(builtRemote({ version: '2.0.0', text: 'one' })),
    publish(builtRemote({ version: '2.0.0', text: 'two' })),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const release = await registry.readRelease('mfe-home', '2.0.0');
  for (const [name, hash] of Object.entries(release.files))
    expect(hashContent((await registry.storage.read(`mfe-home/2.0.0/${name}`))?.body ?? Buffer.from(''))).toBe(hash);
});

test('a partially published release is not listed, and publishing it again completes it', async () => {
  const release = await publish(builtRemote({ version: '2.0.0' }));
  await fs.rm(path.join(workspace, 'mfe-home/2.0.0/release.json'));
  const script = `mfe-home/2.0.0/${findFile(release.files, 'web/remote.js')}`;
  await fs.rm(path.join(workspace, script));
  const afterwards = openTestRegistry(workspace);
  expect(await afterwards.listReleases('mfe-home')).toEqual([]);
  expect(await publishRelease(afterwards, builtRemote({ version: '2.0.0' }), 'home team', noon)).toEqual(release);
  expect(await afterwards.storage.read(script)).toBeDefined();
});

describe('refuses', () => {
  test.each<[string, (upload: ReleaseUpload) => ReleaseUpload, string, RegExp]>([
    [
      'a file that does not match its hash',
      (upload) => ({
        ...upload,
        files: new Map([...upload.files, [findFile(upload.hashes, 'web/web.js'), Buffer.from('altered')]]),
      }),
      'refused',
      /web\/web\.[\w-]{16}\.js does not match its hash/,
    ],
    [
      'a missing file',
      (upload) => ({
        ...upload,
        files: new Map([...upload.files].filter(([name]) => !/^web\/remote\..*js$/.test(name))),
      }),
      'refused',
      /web\/remote\.[\w-]{16}\.js is missing/,
    ],
    [
      'a file without a hash',
      (upload) => ({ ...upload, files: new Map([...upload.files, ['web/more.js', Buffer.from('x')]]) }),
      'refused',
      /web\/more\.js does not match its hash/,
    ],
    [
      'a manifest that names a missing file',
      (upload) => withFile(upload, findFile(upload.hashes, 'web/remote.js'), undefined),
      'refused',
      /names remote\.[\w-]{16}\.js/,
    ],
    [
      'a missing manifest',
      (upload) => withFile(upload, 'web/mf-manifest.json', undefined),
      'refused',
      /mf-manifest\.json is not among its files/,
    ],
    [
      'an invalid manifest',
      (upload) => withFile(upload, 'web/mf-manifest.json', '[]'),
      'refused',
      /is not a federation manifest/,
    ],
    [
      'a path out of the registry',
      (upload) => withFile(upload, 'web/../../x', 'x'),
      'refused',
      /is not a valid file name/,
    ],
    ['a hidden file', (upload) => withFile(upload, 'web/.htaccess', 'x'), 'refused', /is not a valid file name/],
    ['a page', (upload) => withFile(upload, 'web/review.html', '<p>'), 'refused', /is not a valid file name/],
    [
      'a picture with scripts',
      (upload) => withFile(upload, 'web/x.svg', '<svg/>'),
      'refused',
      /is not a valid file name/,
    ],
    ['a script module', (upload) => withFile(upload, 'web/x.mjs', ''), 'refused', /is not a valid file name/],
    [
      'a compressed copy, which could differ from its file',
      (upload) => withFile(upload, `${findFile(upload.hashes, 'web/remote.js')}.br`, 'x'),
      'refused',
      /is not a valid file name/,
    ],
    ['a version that is a path', (upload) => ({ ...upload, version: '../1' }), 'invalid', /is not a valid version/],
    ['a mount that is not a path', (upload) => ({ ...upload, mounts: ['gifts'] }), 'refused', /is not a valid mount/],
    [
      'too many files',
      (upload) =>
        Array.from({ length: 400 }).reduce<ReleaseUpload>((all, _one, n) => withFile(all, `web/${n}.png`, 'x'), upload),
      'refused',
      /It has 40\d files; a release may have at most 400\./,
    ],
    ['an upload without mounts', (upload) => ({ ...upload, mounts: [] }), 'refused', /has no mounts/],
  ])('%s', async (_what, change, code, reason) => {
    await expect(publish(change(builtRemote({ version: '2.0.0' })))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(reason),
    });
    if (code === 'refused')
      await expect(publish(change(builtRemote({ version: '2.0.0' })))).rejects.toThrow(
        /^mfe-home 2\.0\.0 is refused:\n/,
      );
    expect(await registry.listReleases('mfe-home')).toEqual([]);
  });

  test('a release that the live host cannot run, with every reason', async () => {
    await registry.announceHost('one', aHost(), noon);
    const upload = builtRemote({
      version: '2.0.0',
      contract: 2,
      requires: { react: '^20.0.0', redux: '^5.0.0' },
      slices: ['auth'],
      mounts: ['/api/gifts'],
      exposes: ['./other'],
    });
    const refused = publish(upload).catch((error: Error) => error.message);
    expect(await refused).toBe(
      [
        'mfe-home 2.0.0 is refused:',
        '  - It speaks contract version 2; the live host h1 speaks 1. Publish it when a host that speaks 2 is live.',
        '  - It needs react ^20.0.0; the live host h1 provides 19.3.1.',
        '  - It needs redux ^5.0.0; the live host h1 provides none.',
        '  - It does not expose ./remote, which the live host h1 loads.',
        '  - Its slice "auth" is the shop\'s own.',
        "  - /api/gifts is not for remotes: /api is the host's.",
      ].join('\n'),
    );
  });

  test('an import that the host does not export, which would be undefined there', async () => {
    await registry.announceHost('one', aHost({ exports: { react: ['useState', 'version'] } }), noon);
    await expect(
      publish(builtRemote({ imports: { react: ['useState', 'useEffectEvent'], 'react-dom': ['anything'] } })),
    ).rejects.toMatchObject({
      code: 'refused',
      reasons: [
        'It imports useEffectEvent of react, which the live host h1 does not export: there it would be undefined. Do without it, or have it exported (federation/runtime/facades) and deploy the hosts first.',
      ],
    });
    const release = await publish(builtRemote({ imports: { react: ['useState'] } }));
    expect(release.imports).toEqual({ react: ['useState'] });
  });

  test('a contract that the host no longer speaks', async () => {
    await registry.announceHost('one', aHost({ contracts: [2, 3] }), noon);
    await expect(publish(builtRemote())).rejects.toMatchObject({
      reasons: [
        'It speaks contract version 1; the live host h1 speaks 2, 3. Build it again with the current shared package.',
      ],
    });
  });

  test('pages that failed in the browser of the publisher, and only names their cause if another check knows it', async () => {
    const failures = ['/ (jewellery) fails in the browser: TypeError: Cannot read properties of null'];
    const upload = { ...builtRemote({ version: '2.0.0' }), failures };
    await expect(publish(upload)).rejects.toMatchObject({ code: 'refused', reasons: failures });
    const withReact = withFile(upload, 'node/72.js', 't.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN=n');
    await expect(publish({ ...withReact, failures })).rejects.toMatchObject({
      reasons: [expect.stringContaining('It contains a React of its own (node/72.js).')],
    });
    expect(await registry.listReleases('mfe-home')).toEqual([]);
  });

  test('a build that does not run, with the cause that its files show', async () => {
    await registry.announceHost('one', aHost({ exports: { react: ['useState'] } }), noon);
    const upload = builtRemote({
      version: '2.0.0',
      imports: { react: ['useMagic'] },
      nodeCode: 'throw new TypeError("(0, n.useMagic) is not a function");',
    });
    await expect(publish(upload)).rejects.toMatchObject({
      code: 'refused',
      message: [
        'mfe-home 2.0.0 is refused:',
        '  - It imports useMagic of react, which the live host h1 does not export: there it would be undefined. Do without it, or have it exported (federation/runtime/facades) and deploy the hosts first.',
        '  - Its node build does not run: TypeError: (0, n.useMagic) is not a function',
      ].join('\n'),
    });
  });

  test('a release that one of two hosts cannot run while they are being replaced', async () => {
    await registry.announceHost('old', aHost({ version: 'old', singletons: { react: '19.3.1' } }), noon);
    await registry.announceHost('new', aHost({ version: 'new', singletons: { react: '20.0.0' } }), noon);
    await expect(publish(builtRemote({ requires: { react: '^20.0.0' } }))).rejects.toThrow(
      'the live host old provides 19.3.1',
    );
    await registry.removeHost('old');
    await expect(publish(builtRemote({ requires: { react: '^20.0.0' } }))).resolves.toBeDefined();
  });

  /** Creates text that does not compress below 48 bytes per hash. */
  const createBallast = (hashes: number): string =>
    Array.from({ length: hashes }, (_, n) => hashContent(Buffer.from(String(n)))).join('');

  test('a release over its budget', async () => {
    const ballast = createBallast(2_000);
    await expect(publish(builtRemote({ ballast, budget: { entry: 8.5, page: 34 } }))).rejects.toThrow(
      /first page weighs \d+\.\d KB compressed; its budget allows 34 KB/,
    );
  });

  test('a release over the default budget if it declares none', async () => {
    await expect(publish(builtRemote({ ballast: createBallast(1_100) }))).rejects.toThrow(
      /first page weighs 5\d\.\d KB compressed; its budget allows 40 KB/,
    );
    const release = await publish(builtRemote({ ballast: createBallast(1_100), budget: { entry: 8.5, page: 58 } }));
    expect(release.sizes.page).toBeGreaterThan(40_000);
  });

  test('a release over the limit for all remotes, whatever it declares', async () => {
    const refused = publish(builtRemote({ ballast: createBallast(2_000), budget: { entry: 8.5, page: 500 } }));
    await expect(refused).rejects.toThrow(
      /first page weighs \d+\.\d KB compressed; no remote may have more than 60 KB\.\n.*Its budget of 500 KB for the first page is more than the 60 KB that any remote may have\./,
    );
  });

  test('a budget above the limit for all remotes, even if the release weighs little', async () => {
    await expect(publish(builtRemote({ budget: { entry: 8.5, page: 500 } }))).rejects.toMatchObject({
      reasons: ['Its budget of 500 KB for the first page is more than the 60 KB that any remote may have.'],
    });
  });

  /** Adds a script that the page loads on demand. */
  const withScript = (upload: ReleaseUpload, content: string): ReleaseUpload =>
    withFile(upload, `web/${contentName('late.js', hashContent(Buffer.from(content)))}`, content);

  test('scripts loaded on demand over their budget, or over the limit for all remotes', async () => {
    const declared = builtRemote({ budget: { entry: 8.5, page: 40, lazy: 20 } });
    await expect(publish(withScript(declared, createBallast(600)))).rejects.toMatchObject({
      reasons: [
        expect.stringMatching(/^Its files loaded on demand weigh 2\d\.\d KB compressed; its budget allows 20 KB\.$/),
      ],
    });
    await expect(publish(withScript(builtRemote(), createBallast(1_600)))).rejects.toMatchObject({
      reasons: [
        expect.stringMatching(
          /^Its files loaded on demand weigh 7\d\.\d KB compressed; no remote may have more than 66 KB\.$/,
        ),
      ],
    });
    const release = await publish(withScript(declared, createBallast(300)));
    expect(release).toMatchObject({ budget: { entry: 8.5, page: 40 }, partBudget: { lazy: 20 } });
  });

  test("a first page whose JavaScript or styles are over the remote's budget", async () => {
    const upload = builtRemote({
      ballast: createBallast(300),
      budget: { entry: 8.5, page: 40, scripts: 9, styles: 0.01 },
    });
    await expect(publish(upload)).rejects.toMatchObject({
      reasons: [
        expect.stringMatching(/^Its first page's JavaScript weighs 1\d\.\d KB compressed; its budget allows 9 KB\.$/),
        expect.stringMatching(/^Its styles weigh 0\.\d KB compressed; its budget allows 0\.01 KB\.$/),
      ],
    });
  });

  test('megabytes that compress well, which browsers would have to parse', async () => {
    await expect(publish(builtRemote({ ballast: 'gifts '.repeat(320_000) }))).rejects.toMatchObject({
      reasons: ['Its first page has 1920.1 KB before compression; no remote may have more than 400 KB.'],
    });
    await expect(publish(withScript(builtRemote(), `/* ${'gifts '.repeat(320_000)} */`))).rejects.toMatchObject({
      reasons: ['Its files loaded on demand have 1920.0 KB before compression; no remote may have more than 400 KB.'],
    });
  });

  test('a mount without a route', async () => {
    const routes = [
      { id: 'a', path: 'gifts/:id' },
      { id: 'b', path: 'cards' },
      { id: 'c', path: 'wraps/*' },
    ];
    const mounts = ['/gifts', '/cards', '/wraps', '/card', '/ribbons/red'];
    await expect(publish(builtRemote({ mounts, routes }))).rejects.toMatchObject({
      reasons: [
        'Its mount /card has no route. Add a route, or remove the mount from remote.json.',
        'Its mount /ribbons/red has no route. Add a route, or remove the mount from remote.json.',
      ],
    });
    await expect(publish(builtRemote({ mounts: mounts.slice(0, 3), routes }))).resolves.toBeDefined();
  });

  test('an inconsistent build whose entry has hashes of other files', async () => {
    const upload = builtRemote();
    const [script, styles] = [findFile(upload.hashes, 'web/remote.js'), findFile(upload.hashes, 'web/remote.css')];
    const known = withEntry(upload, `hashes = ["${upload.hashes[script]}", "${upload.hashes[styles]}"]`);
    await expect(publish(withFile(known, script, 'of the next build'))).rejects.toThrow(
      `Its entry has no matching hash of ${path.basename(script)}: browsers would reject it.`,
    );
    const whole = ['blog.js', 'blog.css'].reduce((next, plain) => {
      const name = contentName(plain, hashContent(Buffer.from('/* x */')));
      return renameInManifest(withFile(next, `web/${name}`, '/* x */'), plain.replace('.', '.1.'), name);
    }, upload);
    await expect(publish(withEntry(whole, Object.values(whole.hashes).join(' ')))).resolves.toBeDefined();
  });

  test('a route outside its mounts, and two routes with the same id', async () => {
    const routes = [
      { id: 'a', path: 'gifts' },
      { id: 'a', path: 'gifts/:id' },
      { id: 'b', path: 'cart' },
    ];
    await expect(publish(builtRemote({ mounts: ['/gifts'], routes }))).rejects.toMatchObject({
      reasons: ['Its route /cart lies under none of its mounts (/gifts).', 'Two of its routes are called "a".'],
    });
  });
});

describe('addresses of files', () => {
  test.each(['web/web.js', 'web/remote.js'])(
    'a file whose name does not match its content is refused: %s',
    async (plain) => {
      const upload = builtRemote();
      const script = findFile(upload.hashes, plain);
      await expect(publish(withFile(upload, script, 'otherwise'))).rejects.toMatchObject({
        reasons: [`${script.replace('web/', '')} does not match the hash in its name. Rebuild the remote.`],
      });
    },
  );

  test('a file name that another release uses for other content is a conflict, and nothing of the release is stored', async () => {
    await publish(builtRemote({ version: '1.0.0', picture: 'a ring' }));
    await expect(publish(builtRemote({ version: '1.1.0', text: 'two', picture: 'a ring' }))).resolves.toBeDefined();
    const taken = publish(builtRemote({ version: '1.2.0', text: 'three', picture: 'another ring' }));
    await expect(taken).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^ring\.1a2b3c4d-480\.webp is already a file of mfe-home 1\.[01]\.0, with other content/,
      ),
    });
    expect(await registry.storage.list('mfe-home/1.2.0/')).toEqual([]);
  });

  test('remotes may use the same file names', async () => {
    await publish(builtRemote({ picture: 'a ring' }));
    await expect(
      publish(builtRemote({ remote: 'mfe-gifts', mounts: ['/gifts'], picture: 'another ring' })),
    ).resolves.toBeDefined();
  });
});

test('nothing is lost when a hundred releases are published at once', async () => {
  const uploads = Array.from({ length: 100 }, (_, n) =>
    builtRemote({ remote: `mfe-team-${n % 10}`, mounts: [`/team-${n % 10}`], version: `1.0.${n}`, text: String(n) }),
  );
  await Promise.all(uploads.map(publish));
  const remotes = await registry.listRemotes();
  const versions = (await Promise.all(remotes.map((remote) => registry.listReleases(remote))))
    .flat()
    .map(({ version }) => version);
  expect(versions).toHaveLength(100);
});
