import crypto from 'node:crypto';
import type { Composition } from '@shop/federation/composition';
import { sign, verify } from '@shop/federation/registry';

const PURPOSE = 'visit';
/** A page that stays open is told of for so long; a cached one is younger when it is given. */
const TOKEN_LIFETIME_MS = 3_600_000;
const ID_BYTES = 9;

/** What a page was signed with: who reports without it was not given a page. */
interface VisitToken {
  /** One for each rendered page; whoever got the page from a cache shares it. */
  readonly id: string;
  /** The releases that the page could meet, as "mfe-home@1.4.0". */
  readonly releases: ReadonlySet<string>;
  /** The release that failed while the server rendered the page, which the browser renders instead. */
  readonly failed: string | undefined;
}

export interface VisitTokens {
  /**
   * A token for a page of this composition; '' where its visits are not counted. `failed` names the release that could
   * not be rendered.
   */
  issue(composition: Composition, failed?: string): Promise<string>;
  /** What was signed; undefined for what was not, or not any more. */
  read(token: string): Promise<VisitToken | undefined>;
}

const listReleases = (composition: Composition): string[] =>
  Object.entries(composition).flatMap(([remote, { version, previous }]) =>
    [version, previous?.version].flatMap((release) => (release ? [`${remote}@${release}`] : [])),
  );

/**
 * Signs into each page which releases it shows (decision 0025). Any host that shares the registry reads the tokens of
 * the others.
 */
export const createVisitTokens = (
  signingKey: () => Promise<string>,
  now: () => Date = () => new Date(),
): VisitTokens => ({
  async issue(composition, failed) {
    // Whoever looks at a release that is not live is no visitor.
    if (Object.values(composition).some(({ isOverride }) => isOverride)) return '';
    const text = `${crypto.randomBytes(ID_BYTES).toString('base64url')} ${listReleases(composition).join(',')}${failed === undefined ? '' : ` ${failed}`}`;
    // A page is not held up by a registry that does not answer: it is not counted.
    return signingKey().then(
      (key) => sign(key, PURPOSE, text, new Date(now().getTime() + TOKEN_LIFETIME_MS)),
      () => '',
    );
  },
  async read(token) {
    const key = await signingKey().catch(() => undefined);
    const [id, releases = '', failed] =
      (key === undefined ? undefined : verify(key, PURPOSE, token, now()))?.split(' ') ?? [];
    return id === undefined ? undefined : { id, releases: new Set(releases.split(',')), failed };
  },
});
