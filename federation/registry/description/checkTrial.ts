import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { AudienceName } from '@shop/build/RemoteDescription';

const MAX_REPORTED = 10;

/** The visitor a page was rendered for. */
export const Visitor = Type.Object({ audience: AudienceName, storefront: Type.String(), signedIn: Type.Boolean() });

/** Failed pages, as reported by the process or browser that opened them. */
export const FailedPages = Type.Array(Type.Object({ route: Type.String(), visitor: Visitor, message: Type.String() }));

/** Formats a page for messages, such as "/orders/:number (jewellery-store, signed in)". */
export const formatPage = (page: string, { audience, storefront, signedIn }: Static<typeof Visitor>): string =>
  `${page} (${audience === 'staff' ? 'back office' : storefront}${signedIn ? ', signed in' : ''})`;

/** Returns one sentence for each page that failed, even if it failed for several visitors. */
export const checkTrial = (failed: Static<typeof FailedPages>, where: string): string[] => {
  const sentences = new Map<string, string>();
  for (const { route, visitor, message } of failed) {
    const key = `${route} ${message}`;
    if (!sentences.has(key)) sentences.set(key, `${formatPage(route, visitor)} fails ${where}: ${message}`);
  }
  return [...sentences.values()].slice(0, MAX_REPORTED);
};

/** Returns one sentence for each global that a release has changed. */
export const checkGlobals = (changed: readonly string[]): string[] =>
  changed.slice(0, MAX_REPORTED).map((name) => `It changes ${name}, for every page of the shop.`);

/** Result that a browser reports after opening all pages. */
export const TrialResult = Type.Object({
  pages: Type.Integer(),
  failed: FailedPages,
  changedGlobals: Type.Array(Type.String()),
});

/** Returns the reasons why the release is refused; empty if there are none. */
export const checkOpenedPages = ({ failed, changedGlobals }: Static<typeof TrialResult>): string[] => [
  ...checkTrial(failed, 'in the browser'),
  ...checkGlobals(changedGlobals),
];
