/** A body that is longer than it may be. */
class TooLongError extends Error {
  override name = 'TooLongError';
}

interface Limits {
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/** Reads what an address answers, no more than may be and from nowhere else. Rejects with what is wrong with it. */
export const fetchWithin = async (url: string, { bytes, signal }: Limits): Promise<Buffer> => {
  const answer = await fetch(url, { redirect: 'error', signal });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw new Error(`${url} answered with ${answer.status}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    length += part.length;
    // leaving the loop ends the answer
    if (length > bytes) throw new TooLongError(`${url} has more than ${bytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};
