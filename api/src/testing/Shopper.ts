import { aNetwork } from './testApp';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A browser that talks to API processes over HTTP, from a network of its own. It stores cookies and the token. */
export class Shopper {
  readonly #cookies = new Map<string, string>();
  readonly #network = aNetwork();
  #token: string | undefined;

  async call(
    url: string,
    method: 'GET' | 'POST' | 'PUT',
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(url, {
      method,
      headers: {
        'x-forwarded-for': this.#network,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const answer = (await response.json()) as Record<string, unknown>;
    if (typeof answer['token'] === 'string') this.#token = answer['token'];
    return { status: response.status, body: answer };
  }
}
