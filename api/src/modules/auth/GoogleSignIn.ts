import * as oidc from 'openid-client';
import type { GoogleConfig } from '../../config';

/** What a sign-in takes along to the provider and back, in a signed cookie. */
export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who the provider says it is. The subject is the identity; the address is only information. */
export interface GoogleProfile {
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

const SCOPE = 'openid email profile';
const TIMEOUT_S = 5;

/** OpenID Connect with code, PKCE, state and nonce. The provider is asked for its metadata when it is first needed. */
export class GoogleSignIn {
  #metadata: Promise<oidc.Configuration> | undefined;

  constructor(
    private readonly config: GoogleConfig,
    private readonly redirectUri: string,
    /** A provider on http is for tests and development only. */
    private readonly allowHttp: boolean,
  ) {}

  #discover(): Promise<oidc.Configuration> {
    this.#metadata ??= oidc
      .discovery(new URL(this.config.issuer), this.config.clientId, this.config.clientSecret, undefined, {
        timeout: TIMEOUT_S,
        ...(this.allowHttp ? { execute: [oidc.allowInsecureRequests] } : {}),
      })
      .catch((error: unknown) => {
        this.#metadata = undefined; // the next visitor asks again
        throw error;
      });
    return this.#metadata;
  }

  /** Where to send the browser, and what to keep until it comes back. */
  async begin(): Promise<{ readonly url: string; readonly flow: OidcFlow }> {
    const metadata = await this.#discover();
    const flow = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const url = oidc.buildAuthorizationUrl(metadata, {
      redirect_uri: this.redirectUri,
      scope: SCOPE,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    return { url: url.href, flow };
  }

  /** Exchanges what the browser came back with. Throws where anything of it does not belong to the flow. */
  async complete(search: string, flow: OidcFlow): Promise<GoogleProfile> {
    const metadata = await this.#discover();
    const returnedTo = new URL(this.redirectUri);
    returnedTo.search = search;
    const tokens = await oidc.authorizationCodeGrant(metadata, returnedTo, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no identity');
    const { sub, email, email_verified: verified, name } = claims;
    return {
      subject: sub,
      email: typeof email === 'string' ? email : undefined,
      emailVerified: verified === true,
      name: typeof name === 'string' ? name : undefined,
    };
  }
}
