import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { normalizeEmail } from './normalizeEmail';
import { hmac, verifyHmac } from '../../secrets';

type ProofContext = { readonly config: Pick<AppContext['config'], 'authSecret' | 'formerAuthSecrets' | 'publicUrl'> };

const COOKIE = 'mailboxes';
const PURPOSE = 'mailbox-proof';
const THIRTY_DAYS_S = 2_592_000;
/** Enough for a household that shares a browser. */
const MAX_PROOFS = 6;

/** Returns this browser's proofs that it opened links of mails: HMACs of their addresses. */
export const readMailboxProofs = (request: FastifyRequest): readonly string[] =>
  request.cookies[COOKIE]?.split('.', MAX_PROOFS) ?? [];

/** True if one of the proofs is of the email address. */
export const provesMailbox = (
  { config }: { readonly config: Pick<AppContext['config'], 'authSecret' | 'formerAuthSecrets'> },
  proofs: readonly string[],
  email: string,
): boolean => proofs.some((proof) => verifyHmac(config, proof, PURPOSE, normalizeEmail(email)));

/** Remembers that this browser opened the link of a mail to the email address. */
export const rememberMailbox = (
  { config }: ProofContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  email: string,
): void => {
  const own = hmac(config.authSecret, PURPOSE, normalizeEmail(email));
  const others = readMailboxProofs(request).filter((proof) => proof !== own);
  reply.setCookie(COOKIE, [own, ...others].slice(0, MAX_PROOFS).join('.'), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/api',
    maxAge: THIRTY_DAYS_S,
    secure: config.publicUrl.startsWith('https:'),
  });
};
