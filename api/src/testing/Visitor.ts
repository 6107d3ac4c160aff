import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../database/Database';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly remoteAddress?: string;
}

export const PASSWORD = 'correct horse battery';

/** A browser in API tests, which stores cookies, and the CSRF token in memory. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  token: string | undefined;

  constructor(
    private readonly app: FastifyInstance,
    private readonly database: Database,
    readonly address = '203.0.113.7',
  ) {}

  async call(
    method: Method,
    path: string,
    body?: object | string,
    { headers = {}, remoteAddress = this.address }: CallOptions = {},
  ): Promise<LightMyRequestResponse> {
    const response = await this.app.inject({
      method,
      url: `/api${path}`,
      remoteAddress,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ') }
          : {}),
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() === 0)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    if (response.headers['content-type']?.toString().startsWith('application/json')) {
      const { token } = response.json<{ token?: string }>();
      if (token !== undefined) this.token = token;
    }
    return response;
  }

  get = (path: string, options?: CallOptions) => this.call('GET', path, undefined, options);
  post = (path: string, body?: object | string, options?: CallOptions) => this.call('POST', path, body, options);
  put = (path: string, body: object, options?: CallOptions) => this.call('PUT', path, body, options);
  patch = (path: string, body: object, options?: CallOptions) => this.call('PATCH', path, body, options);
  delete = (path: string, options?: CallOptions) => this.call('DELETE', path, undefined, options);

  /** Returns the newest code that was mailed to an address. */
  async readCode(email: string): Promise<string> {
    await this.app.afterReply.settled();
    const { rows } = await this.database.query<{ code: string }>(
      'SELECT code FROM mails WHERE recipient = $1 AND code IS NOT NULL ORDER BY id DESC LIMIT 1',
      [email],
    );
    if (!rows[0]) throw new Error(`No code was mailed to ${email}`);
    return rows[0].code;
  }

  /** Returns all mails to an address, oldest first. */
  async readMails(email: string): Promise<{ subject: string; text: string }[]> {
    await this.app.afterReply.settled();
    return (
      await this.database.query<{ subject: string; text: string }>(
        'SELECT subject, text FROM mails WHERE recipient = $1 ORDER BY id',
        [email],
      )
    ).rows;
  }

  /** Registers and verifies with the mailed code. The visitor is signed in afterwards. */
  async register(email: string, password = PASSWORD): Promise<LightMyRequestResponse> {
    const { user_id } = (await this.post('/register', { name: 'Ada Lovelace', email, password, phone: '' })).json<{
      user_id: string;
    }>();
    return this.post('/verify-otp', { user_id, otp: await this.readCode(email) });
  }

  login = (email: string, password = PASSWORD, options?: CallOptions) =>
    this.post('/login', { email, password }, options);
}
