import { Check } from '@sinclair/typebox/value';
import type { AnswerOf, Endpoint } from '@shop/contracts/endpoint';
import { createFailure, type ApiFailure, type Result } from './result';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether the body is a success of the endpoint for the client. */
const accepts = <E extends Endpoint>(endpoint: E, body: unknown): body is AnswerOf<E> =>
  Check(endpoint.accepts ?? endpoint.response, body);

/** Builds the failure that a response describes (product.md 12.1). What the body does not say has a default. */
const readFailure = ({ failureMessage }: Endpoint, { ok, status }: Response, body: unknown): ApiFailure => {
  const { message, code, fields, ...said } = isObject(body) ? body : {};
  const isRefusal = !ok || said['status'] === false || said['success'] === false;
  if (!isRefusal || readText(message) === '') return createFailure(failureMessage, 'UNEXPECTED_ANSWER', status, body);
  const texts = Object.entries(isObject(fields) ? fields : {}).map(([name, text]) => [name, readText(text)] as const);
  return createFailure(readText(message), readText(code) || 'REFUSED', status, body, Object.fromEntries(texts));
};

/** Reads a response: a success that the client accepts, or why the call failed (product.md 11.5). */
export const readResponse = <E extends Endpoint>(
  endpoint: E,
  response: Response,
  body: unknown,
): Result<AnswerOf<E>> =>
  response.ok && accepts(endpoint, body)
    ? { ok: true, value: body }
    : { ok: false, failure: readFailure(endpoint, response, body) };
