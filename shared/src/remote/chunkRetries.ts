/** What webpack gives a bundle to find its chunks by; there is none of it in tests. */
interface ChunkNames {
  /** Script of a chunk. */
  u?: (chunk: string | number) => string;
  /** Stylesheet of a chunk (mini-css-extract-plugin). */
  miniCssF?: (chunk: string | number) => string;
}
declare const __webpack_require__: ChunkNames | undefined;

let failureCount = 0;

const addRetryParameter =
  (getName: (chunk: string | number) => string) =>
  (chunk: string | number): string =>
    failureCount === 0
      ? getName(chunk)
      : `${getName(chunk)}${getName(chunk).includes('?') ? '&' : '?'}part=${failureCount}`;

// A browser that still waits for a URL lets the next request for it wait, too: Retry must ask under another one.
if (typeof window !== 'undefined' && typeof __webpack_require__ !== 'undefined') {
  const names = __webpack_require__;
  if (names.u) names.u = addRetryParameter(names.u);
  if (names.miniCssF) names.miniCssF = addRetryParameter(names.miniCssF);
}

/** To be told when a part of this bundle did not come. */
export const reportChunkFailure = (): void => {
  failureCount += 1;
};
