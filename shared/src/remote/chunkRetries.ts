/** Webpack's functions that return a chunk's file names; undefined in tests. */
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

// A browser that still waits for a URL also delays further requests for it, so retries use another URL.
if (typeof window !== 'undefined' && typeof __webpack_require__ !== 'undefined') {
  const names = __webpack_require__;
  if (names.u) names.u = addRetryParameter(names.u);
  if (names.miniCssF) names.miniCssF = addRetryParameter(names.miniCssF);
}

/** Call this when a chunk of this bundle fails to load. */
export const reportChunkFailure = (): void => {
  failureCount += 1;
};
