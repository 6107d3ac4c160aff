import type { Role } from '@shop/contracts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../database/Database';
import { anOperatorNamed } from '../audit/Actor';
import type { Clock } from '../clock';
import { createInvite } from '../modules/staff/invites';
import { SoftPasskey } from './SoftPasskey';
import { testConfig } from './testApp';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const ADMIN = 'http://admin.shop.test';

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser at the back office in API tests, with a passkey. */
export class StaffVisitor {
  readonly cookies = new Map<string, string>();
  readonly passkey = new SoftPasskey();

  constructor(
    private readonly app: FastifyInstance,
    private readonly database: Database,
    private readonly clock: Clock,
    readonly address = '203.0.113.20',
  ) {}

  async call(
    method: Method,
    path: string,
    body?: object,
    { headers = {} }: CallOptions = {},
  ): Promise<LightMyRequestResponse> {
    const response = await this.app.inject({
      method,
      url: `/api/admin${path}`,
      remoteAddress: this.address,
      headers: {
        host: new URL(ADMIN).host,
        origin: ADMIN,
        'sec-fetch-site': 'same-origin',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...headers,
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    for (const { name, value, expires } of response.cookies) {
      if (expires && expires.getTime() === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  get = (path: string, options?: CallOptions) => this.call('GET', path, undefined, options);
  post = (path: string, body?: object, options?: CallOptions) => this.call('POST', path, body, options);
  patch = (path: string, body: object, options?: CallOptions) => this.call('PATCH', path, body, options);
  delete = (path: string, options?: CallOptions) => this.call('DELETE', path, undefined, options);

  /** Returns the key of a new invitation, as the terminal makes it. */
  async invite(email: string, role: Role = 'owner'): Promise<string> {
    const { link } = await this.database.transaction((connection) =>
      createInvite({ database: this.database, clock: this.clock, config: testConfig }, connection, {
        email,
        role,
        actor: anOperatorNamed('grace'),
      }),
    );
    return link.slice(link.indexOf('#key=') + '#key='.length);
  }

  readChallenge = (response: LightMyRequestResponse): string =>
    response.json<{ options: { challenge: string } }>().options.challenge;

  /** Reads an invitation, and returns how it is accepted with this browser's passkey. */
  async beginToAccept(key: string, name: string): Promise<() => Promise<LightMyRequestResponse>> {
    const challenge = this.readChallenge(await this.post('/door/invite/passkey', { key, name }));
    const passkey = this.passkey.create({ challenge, origin: ADMIN });
    return () => this.post('/door/invite/accept', { key, name, passkey });
  }

  async accept(key: string, name = 'Ada'): Promise<LightMyRequestResponse> {
    const finish = await this.beginToAccept(key, name);
    return finish();
  }

  /** Is invited and signs in. */
  async join(email: string, role: Role = 'owner', name = 'Ada'): Promise<this> {
    const response = await this.accept(await this.invite(email, role), name);
    if (response.statusCode !== 200) throw new Error(`${email} could not join: ${response.body}`);
    return this;
  }

  async signIn(): Promise<LightMyRequestResponse> {
    const challenge = this.readChallenge(await this.post('/door/passkey'));
    return this.post('/door/sign-in/passkey', { passkey: this.passkey.prove({ challenge, origin: ADMIN }) });
  }

  async confirm(): Promise<LightMyRequestResponse> {
    const challenge = this.readChallenge(await this.post('/me/confirmation/passkey'));
    return this.post('/me/confirmation', { passkey: this.passkey.prove({ challenge, origin: ADMIN }) });
  }
}
