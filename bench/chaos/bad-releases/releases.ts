import { hashContent, type ReleaseUpload } from '@shop/registry';
import { openUpload } from '@shop/registry/commands/openInChromium';
import { rebuiltUpload } from '../../../e2e/support/releases';

/** Text that the good release shows; a bad one shows its own in the same place. */
export const GOOD_TEXT = 'Tap the heart to save a piece.';
const PAGE = 'function WishlistPage() {';
const TEXT_IN_BROWSERS = new RegExp(`"${GOOD_TEXT}"`);

/** A trial ends before this much time has passed since the build. */
const LONGER_THAN_TRIAL_MS = 30_000;

let made = 0;
const nextVersion = (): string => `9.${(made += 1)}.0`;

/** When the code of releases that are built now starts to run, in milliseconds of `Date.now()`. */
export const afterTrial = (): number => Date.now() + LONGER_THAN_TRIAL_MS;

/** Code that the wishlist page runs before rendering on the server. */
export const onServer = async (code: string, { from = 0 } = {}): Promise<ReleaseUpload> =>
  openUpload(
    await rebuiltUpload('mfe-auth', nextVersion(), (text, target) =>
      target === 'node' ? text.replace(PAGE, `${PAGE} if (Date.now() >= ${from}) { ${code} }`) : text,
    ),
  );

/** An expression that the wishlist page evaluates while rendering in a browser. */
export const inBrowser = async (expression: string, { from = 0 } = {}): Promise<ReleaseUpload> =>
  openUpload(
    await rebuiltUpload('mfe-auth', nextVersion(), (text, target) =>
      target === 'web' ? text.replace(TEXT_IN_BROWSERS, `(Date.now()>=${from}&&(${expression}),"")`) : text,
    ),
  );

/** Adds or replaces a file. */
export const withFile = async (name: string, change: (content: string) => string): Promise<ReleaseUpload> => {
  const upload = await onServer('');
  const files = new Map(upload.files).set(name, Buffer.from(change(upload.files.get(name)?.toString() ?? '')));
  return {
    ...upload,
    files,
    hashes: Object.fromEntries([...files].map(([file, content]) => [file, hashContent(content)])),
  };
};
