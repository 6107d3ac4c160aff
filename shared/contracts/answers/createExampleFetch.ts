import { UNAUTHENTICATED } from '../constants';
import type { Endpoint } from '../endpoint';
import { contractAnswers } from './contractAnswers';
import { createContractFetch, endpoints, findAnswer } from './createContractFetch';
import { createExample } from './createExample';
import { refuse } from './respondTo';

const needsSession = ({ access }: Endpoint): boolean =>
  typeof access === 'string' ? access === 'customer' : access.staff !== 'door';

/**
 * Creates a `fetch` whose every endpoint succeeds with an example; those for customers or staff answer others with 401.
 * For running a remote without its sources.
 */
export const createExampleFetch = ({ signedIn }: { readonly signedIn: boolean }): typeof fetch =>
  createContractFetch(({ endpoint, request }) => {
    if (!signedIn && needsSession(endpoint)) refuse('Sign in first', { status: 401, code: UNAUTHENTICATED });
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
