import { BYTES_TYPE, type Endpoint } from '@shop/contracts';
import { createExample } from '@shop/contracts/answers/createExample';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { newKey } from './testApp';

export const toName = ({ method, path }: Endpoint): string => `${method} ${path}`;

interface Caller {
  /** Address that is called: the shop's or the back office's. */
  readonly host: string;
  readonly cookies?: ReadonlyMap<string, string>;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an endpoint as its contract describes it, with examples for parameters and body. */
export const callEndpoint = (
  app: FastifyInstance,
  endpoint: Endpoint,
  { host, cookies = new Map<string, string>(), token, headers = {} }: Caller,
): Promise<LightMyRequestResponse> => {
  const { method, path, params, body, bytes } = endpoint;
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(params?.properties[name] ? createExample(params.properties[name], name) : 'example')),
  );
  return app.inject({
    method,
    url: `/api${filled}`,
    headers: {
      host,
      ...(method === 'GET'
        ? {}
        : { 'content-type': bytes ? BYTES_TYPE : 'application/json', 'idempotency-key': newKey() }),
      ...(cookies.size > 0
        ? { cookie: [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ') }
        : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method === 'GET' ? {} : { payload: bytes ? 'a file' : JSON.stringify(body ? createExample(body) : {}) }),
  });
};
