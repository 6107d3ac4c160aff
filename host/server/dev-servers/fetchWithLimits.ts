class BodyTooLargeError extends Error {
  override name = 'TooLongError';
}

interface Limits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Fetches a URL within a size limit and without following redirects. Rejects for any error status. */
export const fetchWithLimits = async (url: string, { maxBytes, signal }: Limits): Promise<Buffer> => {
  const response = await fetch(url, { redirect: 'error', signal });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`${url} returned ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    length += part.length;
    // throwing out of the loop cancels the response
    if (length > maxBytes) throw new BodyTooLargeError(`${url} is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};
