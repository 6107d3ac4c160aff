import { UNAUTHENTICATED } from '../constants';
import { contractAnswers } from './contractAnswers';
import { createContractFetch, endpoints, findAnswer } from './createContractFetch';
import { createExample } from './createExample';
import { refuse } from './respondTo';

/**
 * Creates a `fetch` whose every endpoint succeeds with an example; endpoints for customers answer guests with 401. For
 * running a remote without its sources.
 */
export const createExampleFetch = ({ signedIn }: { readonly signedIn: boolean }): typeof fetch =>
  createContractFetch(({ endpoint, request }) => {
    if (!signedIn && endpoint.access === 'customer') refuse('Sign in first', { status: 401, code: UNAUTHENTICATED });
    return findAnswer(contractAnswers, endpoint)?.respond(request) ?? createExample(endpoint.response);
  });

/** Returns an example for a route parameter, such as an order number, from the first endpoint with this parameter. */
export const createExampleParameter = (name: string): string => {
  for (const { params } of endpoints) {
    const schema = params?.properties[name];
    if (schema) return String(createExample(schema, name));
  }
  return 'example';
};
