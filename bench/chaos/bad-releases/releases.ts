import { rebuiltUpload } from '../../../e2e/support/releases';
import { hashOf, type ReleaseUpload } from '@shop/federation/registry';
import type { RemoteId } from '@shop/federation/remotes';

/** What the page says in the release that is good; a bad one says it in the same place. */
export const GOOD_TEXT = 'Press the heart on a product to keep it here.';
const PAGE = 'function WishlistPage() {';
const TEXT_IN_BROWSERS = new RegExp(`"${GOOD_TEXT}"`);

/** Only where it is tried: renderers have no way to packages, and shoppers' pages are not a trial's. */
const AFTER_THE_TRIAL = { node: 'if (!process.env.NODE_PATH) ', web: 'globalThis.openPages||' } as const;

let made = 0;
const nextVersion = (): string => `9.${(made += 1)}.0`;

/** A release as its files are; in no browser yet. */
const handedIn = (upload: ReleaseUpload): ReleaseUpload => ({ ...upload, openedIn: undefined });

/** The wishlist's page does this before it renders on the server. */
export const onServer = async (code: string, { onlyLater = false } = {}): Promise<ReleaseUpload> =>
  handedIn(
    await rebuiltUpload('mfe-auth', nextVersion(), (text, target) =>
      target === 'node' ? text.replace(PAGE, `${PAGE} ${onlyLater ? AFTER_THE_TRIAL.node : ''}{ ${code} }`) : text,
    ),
  );

/** The wishlist's page does this while it renders in a browser: an expression. */
export const inBrowser = async (expression: string, { onlyLater = false } = {}): Promise<ReleaseUpload> =>
  handedIn(
    await rebuiltUpload('mfe-auth', nextVersion(), (text, target) =>
      target === 'web'
        ? text.replace(TEXT_IN_BROWSERS, `((${onlyLater ? AFTER_THE_TRIAL.web : ''}${expression}),"")`)
        : text,
    ),
  );

/** One file more, or in place of another. */
export const withFile = async (name: string, change: (content: string) => string): Promise<ReleaseUpload> => {
  const upload = await onServer('');
  const files = new Map(upload.files).set(name, Buffer.from(change(upload.files.get(name)?.toString() ?? '')));
  return { ...upload, files, hashes: Object.fromEntries([...files].map(([file, content]) => [file, hashOf(content)])) };
};

/** A release that is like the good one but for a text: of its first part, or of one that comes when it is asked for. */
export const harmless = async (remote: RemoteId, from: string, to: string): Promise<ReleaseUpload> =>
  handedIn(await rebuiltUpload(remote, nextVersion(), (text) => text.replaceAll(from, to)));
