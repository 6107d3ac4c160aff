/**
 * A local OpenID provider that replaces Google in tests. It asks for an email address on a plain page; addresses that
 * start with "unverified" are reported as not verified. Prints its issuer when it listens.
 *   node oidcProvider.mjs <port or 0> <redirect URI>
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import Provider, { interactionPolicy } from 'oidc-provider';

const [port = '0', redirectUri = 'http://localhost/callback'] = process.argv.slice(2);

const listen = (server) =>
  new Promise((resolve) => server.listen(Number(port), 'localhost', () => resolve(server.address().port)));
let handle = (_request, response) => response.end();
const server = createServer((request, response) => handle(request, response));
const issuer = `http://localhost:${await listen(server)}`;

const hashSubject = (email) => createHash('sha256').update(email).digest('hex').slice(0, 21);
const emails = new Map();

// Google's account chooser, which the shop requests.
const policy = interactionPolicy.base();
policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));

const provider = new Provider(issuer, {
  clients: [{ client_id: 'shop', client_secret: 'a secret between shop and provider', redirect_uris: [redirectUri] }],
  pkce: { required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false, // like Google, put claims into the ID token
  features: { devInteractions: { enabled: false } },
  cookies: { keys: [randomBytes(16).toString('hex')] },
  interactions: { policy, url: (_context, { uid }) => `/sign-in/${uid}` },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  findAccount: (_context, subject) => {
    const email = emails.get(subject);
    return (
      email && {
        accountId: subject,
        claims: async () => ({
          sub: subject,
          email,
          email_verified: !email.startsWith('unverified'),
          name: 'Grace Hopper',
        }),
      }
    );
  },
});

const readBody = async (request) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
};

const signIn = async (request, response) => {
  const { params, grantId } = await provider.interactionDetails(request, response);
  const email = (await readBody(request)).get('email') ?? '';
  const subject = hashSubject(email);
  emails.set(subject, email);
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({ accountId: subject, clientId: params.client_id });
  grant.addOIDCScope('openid email profile');
  await provider.interactionFinished(request, response, {
    login: { accountId: subject },
    select_account: {},
    consent: { grantId: await grant.save() },
  });
};

const renderPage = (path) =>
  `<!doctype html><html lang="en"><title>Sign in</title><h1>Test provider</h1><form method="post" action="${path}"><label>Email <input name="email"></label><button>Continue</button></form></html>`;

const handleProtocol = provider.callback();
handle = (request, response) => {
  const { pathname } = new URL(request.url, issuer);
  if (pathname === '/favicon.ico') return response.writeHead(204).end();
  if (!/^\/sign-in\/[\w-]+$/.test(pathname)) return handleProtocol(request, response);
  if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(renderPage(pathname));
  return signIn(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
};
console.log(issuer);
process.on('SIGTERM', () => process.exit(0));
