import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import type { NewPasskey, PasskeyProof } from '@shop/contracts';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const toBase64Url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

// The little of CBOR that an authenticator writes.
const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

interface Ceremony {
  readonly challenge: string;
  /** The page that asks. */
  readonly origin: string;
}

/** A passkey in software: what a browser and its authenticator send. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url');
  /** Each signature adds one; tests turn it back. */
  counter = 0;
  /** False for an authenticator that does not check who holds it. */
  verifiesPerson = true;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#publicKey = map(
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    );
  }

  #describe(type: string, { challenge, origin }: Ceremony): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  #data(origin: string, withKey: boolean): Buffer {
    const flags = PRESENT | (this.verifiesPerson ? VERIFIED : 0) | (withKey ? HAS_KEY : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const id = Buffer.from(this.id, 'base64url');
    const key = withKey ? [Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#publicKey] : [];
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter, ...key]);
  }

  /** What `navigator.credentials.create()` gives. */
  create(ceremony: Ceremony): NewPasskey {
    const attestation = map(
      [text('fmt'), text('none')],
      [text('attStmt'), map()],
      [text('authData'), bytes(this.#data(ceremony.origin, true))],
    );
    return {
      id: this.id,
      client_data: toBase64Url(this.#describe('webauthn.create', ceremony)),
      attestation: toBase64Url(attestation),
      transports: ['internal'],
    };
  }

  /** What `navigator.credentials.get()` gives. */
  prove(ceremony: Ceremony): PasskeyProof {
    this.counter += 1;
    const data = this.#data(ceremony.origin, false);
    const clientData = this.#describe('webauthn.get', ceremony);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#key);
    return {
      id: this.id,
      client_data: toBase64Url(clientData),
      authenticator_data: toBase64Url(data),
      signature: toBase64Url(signature),
    };
  }
}
