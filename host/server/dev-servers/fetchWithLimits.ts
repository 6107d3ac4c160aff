/** A body that is longer than it may be. */
class BodyTooLargeError extends Error {
  override name = 'TooLongError';
}

interface Limits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Reads what an address answers, no more than may be and from nowhere else. Rejects with what is wrong with it. */
export const fetchWithLimits = async (url: string, { maxBytes, signal }: Limits): Promise<Buffer> => {
  const response = await fetch(url, { redirect: 'error', signal });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`${url} answered with ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    length += part.length;
    // leaving the loop ends the answer
    if (length > maxBytes) throw new BodyTooLargeError(`${url} has more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};
