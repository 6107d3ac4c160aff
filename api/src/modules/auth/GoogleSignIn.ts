import * as oidc from 'openid-client';
import type { GoogleConfig } from '../../config';

/** State of a sign-in that is kept in a signed cookie until the provider redirects back. */
export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The user's claims. The subject is the identity; the email address is informational. */
export interface GoogleProfile {
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

const SCOPE = 'openid email profile';
const TIMEOUT_S = 5;

/** OpenID Connect client: authorization code flow with PKCE, state and nonce. Metadata is fetched on first use. */
export class GoogleSignIn {
  #metadata: Promise<oidc.Configuration> | undefined;

  constructor(
    private readonly config: GoogleConfig,
    private readonly redirectUri: string,
    /** True to accept a provider on http, in tests and development. */
    private readonly allowHttp: boolean,
  ) {}

  #discover(): Promise<oidc.Configuration> {
    this.#metadata ??= oidc
      .discovery(new URL(this.config.issuer), this.config.clientId, this.config.clientSecret, undefined, {
        timeout: TIMEOUT_S,
        ...(this.allowHttp ? { execute: [oidc.allowInsecureRequests] } : {}),
      })
      .catch((error: unknown) => {
        this.#metadata = undefined; // the next sign-in tries again
        throw error;
      });
    return this.#metadata;
  }

  /** Returns the authorization URL and the state to keep until the browser comes back. */
  async startFlow(): Promise<{ readonly url: string; readonly flow: OidcFlow }> {
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

  /** Exchanges the returned code for the user's profile. @throws if the response does not belong to the flow. */
  async completeFlow(search: string, flow: OidcFlow): Promise<GoogleProfile> {
    const metadata = await this.#discover();
    const callbackUrl = new URL(this.redirectUri);
    callbackUrl.search = search;
    const tokens = await oidc.authorizationCodeGrant(metadata, callbackUrl, {
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
