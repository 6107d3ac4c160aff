import type { NewPasskey, PasskeyProof } from '@shop/contracts';
import { addMs, MINUTE_MS } from '../../clock';
import { ShopError } from '../../http/ShopError';
import { hashSecret } from '../../secrets';
import { requireAdminUrl, type StaffContext } from './StaffContext';
import { insertChallenge, lockCredential, useChallenge, useCredential, type Credential } from './staffRepository';

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
const SITE_NAME = 'Back office';

/** Loaded by the first ceremony: the library and its ASN.1 are of no use to shoppers. */
const loadLibrary = () => import('@simplewebauthn/server');

type Ceremony = { readonly challenge: string };

const keepChallenge = async (
  { database, clock }: StaffContext,
  options: Ceremony,
  purpose: string,
): Promise<Ceremony> => {
  await insertChallenge(database, {
    hash: hashSecret(options.challenge),
    purpose,
    expiresAt: addMs(clock.now(), CHALLENGE_LIFETIME_MS),
  });
  return options;
};

/** Options for `navigator.credentials.get()`: any passkey of this site, with the person verified. */
export const createProofOptions = async (context: StaffContext, purpose: string): Promise<Ceremony> => {
  const { generateAuthenticationOptions } = await loadLibrary();
  const { hostname } = requireAdminUrl(context);
  const options = await generateAuthenticationOptions({ rpID: hostname, userVerification: 'required' });
  return keepChallenge(context, options, purpose);
};

interface Owner {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Options for `navigator.credentials.create()`: a passkey that is found without an address. */
export const createPasskeyOptions = async (
  context: StaffContext,
  { id, email, name }: Owner,
  purpose: string,
): Promise<Ceremony> => {
  const { generateRegistrationOptions } = await loadLibrary();
  const { hostname } = requireAdminUrl(context);
  const options = await generateRegistrationOptions({
    rpID: hostname,
    rpName: SITE_NAME,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return keepChallenge(context, options, purpose);
};

const readChallenge = (clientData: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
};

/**
 * Returns the challenge that was signed, and ends it, whatever comes of the signature: nothing can be tried twice.
 * @throws {ShopError} CEREMONY_EXPIRED if it was used, is older than five minutes, or is of something else.
 */
const endChallenge = async (
  { database, clock }: StaffContext,
  clientData: string,
  purpose: string,
): Promise<string> => {
  const challenge = readChallenge(clientData);
  if (!(await useChallenge(database, hashSecret(challenge), purpose, clock.now())))
    throw new ShopError('CEREMONY_EXPIRED');
  return challenge;
};

/**
 * Verifies a passkey's proof and counts its use.
 * @throws {ShopError} `refusal` for a passkey that is unknown, of another site, without a verified person, or whose
 * counter went back; CEREMONY_EXPIRED.
 */
export const verifyProof = async (
  context: StaffContext,
  proof: PasskeyProof,
  purpose: string,
  refusal: 'STAFF_SIGN_IN_REFUSED' | 'CONFIRMATION_REFUSED',
): Promise<Credential> => {
  const { database, clock } = context;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { origin, hostname } = requireAdminUrl(context);
  const expectedChallenge = await endChallenge(context, proof.client_data, purpose);
  return database.transaction(async (connection) => {
    const credential = await lockCredential(connection, proof.id);
    if (credential?.kind !== 'passkey' || credential.publicKey === null) throw new ShopError(refusal);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: proof.id,
        rawId: proof.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: proof.client_data,
          authenticatorData: proof.authenticator_data,
          signature: proof.signature,
        },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        counter: credential.counter,
      },
    }).catch(() => {
      throw new ShopError(refusal);
    });
    if (!verified) throw new ShopError(refusal);
    await useCredential(connection, credential.id, authenticationInfo.newCounter, clock.now());
    return credential;
  });
};

/** Verifies a new passkey. @throws {ShopError} CONFIRMATION_REFUSED or CEREMONY_EXPIRED. */
export const verifyNewPasskey = async (
  context: StaffContext,
  passkey: NewPasskey,
  purpose: string,
): Promise<Pick<Credential, 'id' | 'kind' | 'publicKey' | 'counter' | 'transports'>> => {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { origin, hostname } = requireAdminUrl(context);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: passkey.client_data, attestationObject: passkey.attestation },
    },
    expectedChallenge: await endChallenge(context, passkey.client_data, purpose),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }).catch(() => {
    throw new ShopError('CONFIRMATION_REFUSED');
  });
  if (!verified) throw new ShopError('CONFIRMATION_REFUSED');
  const { credential } = registrationInfo;
  return {
    id: credential.id,
    kind: 'passkey',
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: passkey.transports,
  };
};
