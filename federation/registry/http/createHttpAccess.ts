import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { Operation } from '../operations/Operation';
import { createAccess, type RegistryAccess } from '../operations/operations';
import type { ReleaseUpload } from '../publishRelease';
import { ERROR_STATUS, RegistryError, type RegistryErrorCode } from '../RegistryError';

const TIMEOUT_MS = 120_000;
const isCode = (code: string): code is RegistryErrorCode => Object.hasOwn(ERROR_STATUS, code);

const Problem = Type.Object({ code: Type.String(), message: Type.String() });

const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  ECONNRESET: 'connection reset',
  ETIMEDOUT: 'connection timed out',
  TimeoutError: `no response within ${TIMEOUT_MS / 1_000} s`,
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (add it with NODE_EXTRA_CA_CERTS to trust it)',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

const readProperty = (value: unknown, property: 'code' | 'name' | 'message'): string =>
  typeof value === 'object' && value !== null && property in value
    ? String((value as Record<string, unknown>)[property])
    : '';

/** @throws {Error} with the address, the reason and a hint, if the registry cannot be reached. */
const fetchRegistry = async (address: string, options: RequestInit): Promise<Response> => {
  try {
    return await fetch(address, options);
  } catch (error) {
    const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
    const reason =
      CONNECTION_ERRORS[readProperty(cause, 'code')] ??
      CONNECTION_ERRORS[readProperty(error, 'name')] ??
      (readProperty(cause, 'message') || readProperty(error, 'message'));
    throw new Error(
      `Cannot reach the registry at ${new URL(address).origin}: ${reason}. Check that REGISTRY_URL is right and that the host is running.`,
      { cause: error },
    );
  }
};

const buildForm = ({ files, ...release }: ReleaseUpload): FormData => {
  const form = new FormData();
  form.append('release', JSON.stringify({ ...release, remote: undefined })); // it is in the path
  for (const [name, content] of files) form.append('file', new Blob([new Uint8Array(content)]), name);
  return form;
};

/** Splits an input into the parameters of the path, which are put into it, and the body. */
const splitInput = (route: Operation['route'], input: Record<string, unknown>) => {
  const body = { ...input };
  const [method, path = ''] = route
    .replace(/:(\w+)/g, (_match, name: string) => {
      delete body[name];
      return encodeURIComponent(String(input[name]));
    })
    .split(' ');
  return { method, path, body };
};

/**
 * Gives access to a registry over HTTP. `url` is its API ("https://shop.example/federation/api"), `token` a team's
 * token.
 */
export const createHttpAccess = (url: string, token: string): RegistryAccess => {
  const sendRequest = async ({ route, output, isUpload }: Operation, input: object) => {
    const { method, path, body } = splitInput(route, { ...input });
    const hasBody = Object.keys(body).length > 0;
    const response = await fetchRegistry(`${url.replace(/\/$/, '')}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(hasBody && !isUpload ? { 'content-type': 'application/json' } : {}),
      },
      // the input of an upload is one
      ...(hasBody ? { body: isUpload ? buildForm(input as unknown as ReleaseUpload) : JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) {
      const { code, message } = Check(Problem, answer)
        ? answer
        : { code: '', message: `The registry responded with ${response.status}` };
      throw isCode(code) ? new RegistryError(code, message) : new Error(message); // the message includes the reasons
    }
    if (!Check(output, answer)) throw new Error(`The response of ${url} is not that of a registry`);
    return answer;
  };
  return createAccess(sendRequest);
};
