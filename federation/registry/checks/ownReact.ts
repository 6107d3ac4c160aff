/** React defines its internals by these names; other libraries only read them. */
const REACT = /\.__(?:CLIENT|SECRET)_INTERNALS_\w{1,80}\s?=[^=]/;

/** Returns a sentence if a build contains React instead of using the host's, whose hooks would fail in its pages. */
export const checkOwnReact = (files: ReadonlyMap<string, Buffer>): string[] => {
  const found = [...files].find(([name, content]) => name.endsWith('.js') && REACT.test(content.toString('utf8')));
  return found
    ? [
        `It contains a React of its own (${found[0]}). Only the shop's works, because hooks need the React that renders the page. Import react and build with createRemoteConfig, which shares it.`,
      ]
    : [];
};
