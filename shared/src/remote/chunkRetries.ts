/** What webpack gives a bundle to find its chunks by; there is none of it in tests. */
interface ChunkNames {
  /** Script of a chunk. */
  u?: (chunk: string | number) => string;
  /** Stylesheet of a chunk (mini-css-extract-plugin). */
  miniCssF?: (chunk: string | number) => string;
}
declare const __webpack_require__: ChunkNames | undefined;

let failures = 0;

const underAnotherUrl =
  (nameOf: (chunk: string | number) => string) =>
  (chunk: string | number): string =>
    failures === 0 ? nameOf(chunk) : `${nameOf(chunk)}${nameOf(chunk).includes('?') ? '&' : '?'}part=${failures}`;

// A browser that still waits for a URL lets the next request for it wait, too: Retry must ask under another one.
if (typeof window !== 'undefined' && typeof __webpack_require__ !== 'undefined') {
  const names = __webpack_require__;
  if (names.u) names.u = underAnotherUrl(names.u);
  if (names.miniCssF) names.miniCssF = underAnotherUrl(names.miniCssF);
}

/** To be told when a part of this bundle did not come. */
export const chunkFailed = (): void => {
  failures += 1;
};
