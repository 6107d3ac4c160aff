import type { NewPasskey, PasskeyProof } from '@shop/contracts';
import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Asks for a passkey. Undefined if it was canceled, or if there is none. */
export const provePasskey = async (options: object): Promise<PasskeyProof | undefined> => {
  try {
    // The server made them with the same library.
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    const { id, response } = await startAuthentication({ optionsJSON });
    return {
      id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
    };
  } catch {
    return undefined;
  }
};

/** Creates a passkey. Undefined if it was canceled. */
export const createPasskey = async (options: object): Promise<NewPasskey | undefined> => {
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    const { id, response } = await startRegistration({ optionsJSON });
    return {
      id,
      client_data: response.clientDataJSON,
      attestation: response.attestationObject,
      transports: response.transports ?? [],
    };
  } catch {
    return undefined;
  }
};
