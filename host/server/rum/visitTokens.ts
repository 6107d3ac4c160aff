import crypto from 'node:crypto';
import type { Composition } from '@shop/runtime/composition';
import { signText, verifyText } from '@shop/registry';

const PURPOSE = 'visit';
/** How long an open page can report. Cached pages are younger than this when served. */
const TOKEN_LIFETIME_MS = 3_600_000;
const ID_BYTES = 9;

/** Content of a visit token. Reports without a valid one are rejected. */
interface VisitToken {
  /** One per rendered page. Visitors who get it from a cache share it, and one of them counts. */
  readonly id: string;
  /** Releases that the page can load, as "mfe-home@1.4.0". */
  readonly releases: ReadonlySet<string>;
  /** The release that failed while the server rendered the page. */
  readonly failed: string | undefined;
}

export interface VisitTokens {
  /**
   * Returns a token for a page, or '' if its visits are not counted. `failed` names the release that could not be
   * rendered.
   */
  issue(composition: Composition, failed?: string): Promise<string>;
  /** Returns the content of a token; undefined if it is invalid or expired. */
  read(token: string): Promise<VisitToken | undefined>;
}

const listReleases = (composition: Composition): string[] =>
  Object.entries(composition).flatMap(([remote, { version, previous }]) =>
    [version, previous?.version].flatMap((release) => (release ? [`${remote}@${release}`] : [])),
  );

/**
 * Creates and reads signed tokens that say which releases a page shows (decision 0025). Hosts that share a registry
 * accept each other's tokens.
 */
export const createVisitTokens = (
  signingKey: () => Promise<string>,
  now: () => Date = () => new Date(),
): VisitTokens => ({
  async issue(composition, failed) {
    // Someone who previews a release is not counted as a visitor.
    if (Object.values(composition).some(({ isOverride }) => isOverride)) return '';
    const text = `${crypto.randomBytes(ID_BYTES).toString('base64url')} ${listReleases(composition).join(',')}${failed === undefined ? '' : ` ${failed}`}`;
    // A registry failure must not block the page; its visits are then not counted.
    return signingKey().then(
      (key) => signText(key, PURPOSE, text, new Date(now().getTime() + TOKEN_LIFETIME_MS)),
      () => '',
    );
  },
  async read(token) {
    const key = await signingKey().catch(() => undefined);
    const [id, releases = '', failed] =
      (key === undefined ? undefined : verifyText(key, PURPOSE, token, now()))?.split(' ') ?? [];
    return id === undefined ? undefined : { id, releases: new Set(releases.split(',')), failed };
  },
});
