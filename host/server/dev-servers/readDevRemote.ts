import { DEV_REMOTE_PATH, DevRemote, type BuiltDevRemote } from '@shop/build/dev-server';
import type { RemoteId } from '@shop/runtime/remotes';
import { Check } from '@sinclair/typebox/value';
import { DevServerError } from './DevServerError';
import { fetchWithLimits } from './fetchWithLimits';

const MAX_DESCRIPTION_BYTES = 262_144;
/** A dev server responds only when its current build is done. */
const DESCRIPTION_TIMEOUT_MS = 30_000;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** fetch hides the network error in `cause`. */
const formatCause = (error: unknown): string => {
  const cause: unknown = isObject(error) && 'cause' in error ? error.cause : undefined;
  const messages = [error, cause].flatMap((one) => (isObject(one) && 'message' in one ? [String(one.message)] : []));
  return [...messages, ...(isObject(cause) && 'code' in cause ? [String(cause.code)] : [])].join('\n');
};

const parseJson = (content: Buffer): unknown => {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
};

/**
 * Reads a dev server's description of its remote.
 * @throws {DevServerError} if the server does not respond, serves another remote, or has no successful build.
 */
export const readDevRemote = async (
  remote: RemoteId,
  origin: string,
  timeoutMs = DESCRIPTION_TIMEOUT_MS,
): Promise<BuiltDevRemote> => {
  const content = await fetchWithLimits(`${origin}${DEV_REMOTE_PATH}`, {
    maxBytes: MAX_DESCRIPTION_BYTES,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new DevServerError(
      `The dev server of ${remote} at ${origin} did not respond. Is it running? npm run remote -- dev ${remote}`,
      formatCause(error),
    );
  });
  const description = parseJson(content);
  if (!Check(DevRemote, description))
    throw new DevServerError(`${origin} returned an invalid description of ${remote}.`);
  if (description.remote !== remote) throw new DevServerError(`The dev server at ${origin} does not serve ${remote}.`);
  if ('problem' in description) throw new DevServerError(`${remote} does not compile.`, description.problem);
  return description;
};
