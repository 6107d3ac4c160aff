import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@shop/contracts';
import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonSchema, Operation } from './jsonSchema';

const LATE_MS = 2_000;
/** A refusal must not echo the whole input. */
const MAX_REFUSAL_BYTES = 16_000;

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly ms: number;
}

const ajv = new Ajv({ strict: false });
const validators = new Map<object, ValidateFunction>();

const mismatch = (schema: JsonSchema | object, value: unknown): string | undefined => {
  let validate = validators.get(schema);
  if (!validate) validators.set(schema, (validate = ajv.compile(schema)));
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
};

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

/**
 * Expected refusals: too many concurrent hashes, and a missing OpenID provider.
 */
const PASSING = new Set(['BUSY', 'GOOGLE_UNREACHABLE']);

const isPassingRefusal = ({ status, headers, body }: FuzzAnswer): boolean => {
  const json = status === 503 && headers['retry-after'] !== undefined ? parse(body)?.value : undefined;
  return typeof json === 'object' && json !== null && PASSING.has(String(Reflect.get(json, 'code')));
};

/** Returns what is wrong with a response; undefined if nothing is. */
export const findFault = ({ answer: schema }: Operation, answer: FuzzAnswer | string): string | undefined => {
  if (typeof answer === 'string') return answer;
  const { status, headers, body, ms } = answer;
  if (status >= 500 && !isPassingRefusal(answer)) return `status ${status}: ${body.slice(0, 200)}`;
  if (ms > LATE_MS) return `answered after ${Math.round(ms)} ms`;
  if (status >= 400 && body.length > MAX_REFUSAL_BYTES) return `status ${status} with ${body.length} bytes`;
  if (status >= 300 && status < 400)
    return schema === undefined && headers.location !== undefined
      ? undefined
      : `status ${status}, which is not documented`;
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    return `status ${status} as ${headers['content-type'] ?? 'nothing'}`;
  const json = parse(body);
  if (!json) return `status ${status} with a body that is no JSON`;
  if (status >= 400) {
    const wrong = mismatch(ApiError, json.value);
    return wrong === undefined ? undefined : `status ${status} is no error as documented: ${wrong}`;
  }
  if (status !== 200 || schema === undefined) return `status ${status}, which is not documented`;
  const wrong = mismatch(schema, json.value);
  return wrong === undefined ? undefined : `the answer is not as documented: ${wrong}`;
};
