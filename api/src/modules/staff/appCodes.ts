import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Queryable } from '../../database/Database';
import { computeHmacs, hmac, seal, unseal } from '../../secrets';
import type { StaffContext } from './StaffContext';
import { deleteRecoveryCode, insertCredential, lockCredentials, useCredential } from './staffRepository';

const PERIOD_S = 30;
/** Codes of the period before and after count, for clocks that differ. */
const WINDOW = 1;
const ISSUER = 'Back office';
const PURPOSE = 'staff app';
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;

type Config = Pick<StaffContext['config'], 'authSecret' | 'formerAuthSecrets'>;

const createTotp = (email: string, secret: Secret): TOTP =>
  new TOTP({ issuer: ISSUER, label: email, secret, digits: 6, period: PERIOD_S });

/** A new secret for an app: as the app takes it, and as the database keeps it. */
export const createAppSecret = (
  config: Config,
  email: string,
): { readonly secret: string; readonly address: string; readonly sealed: string } => {
  const secret = new Secret({ size: 20 });
  return {
    secret: secret.base32,
    address: createTotp(email, secret).toString(),
    sealed: seal(config, PURPOSE, secret.base32),
  };
};

/** Returns the time step of a code; undefined if it is wrong or not newer than `lastStep`. */
export const findStep = (
  config: Config,
  { sealed, email }: { readonly sealed: string; readonly email: string },
  code: string,
  { lastStep, now }: { readonly lastStep: number; readonly now: Date },
): number | undefined => {
  const secret = unseal(config, PURPOSE, sealed);
  if (secret === undefined) return undefined;
  const delta = createTotp(email, Secret.fromBase32(secret)).validate({
    token: code.replaceAll(/[ -]/g, ''),
    timestamp: now.getTime(),
    window: WINDOW,
  });
  if (delta === null) return undefined;
  const step = Math.floor(now.getTime() / 1_000 / PERIOD_S) + delta;
  return step > lastStep ? step : undefined;
};

const cleanRecoveryCode = (code: string): string => code.toLowerCase().replaceAll(/[ -]/g, '');
const PARTS = 'staff recovery';

/** Ten codes that work once each. The database has their HMACs. */
export const addRecoveryCodes = async (
  config: Config,
  connection: Queryable,
  staffId: string,
  now: Date,
): Promise<string[]> => {
  const codes: string[] = [];
  for (let index = 0; index < RECOVERY_CODES; index += 1) {
    const code = Array.from({ length: 2 * HALF }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
    await insertCredential(
      connection,
      { id: hmac(config.authSecret, PARTS, staffId, code), staffId, kind: 'recovery' },
      now,
    );
    codes.push(`${code.slice(0, HALF)}-${code.slice(HALF)}`);
  }
  return codes;
};

/** Uses up a code of a person's app, or a recovery code. Returns false if it is neither, or was used before. */
export const useAppCode = async (
  { config, clock }: Pick<StaffContext, 'config' | 'clock'>,
  connection: Queryable,
  { id, email }: { readonly id: string; readonly email: string },
  code: string,
): Promise<boolean> => {
  const now = clock.now();
  for (const app of await lockCredentials(connection, id, 'app')) {
    const step =
      app.secret === null
        ? undefined
        : findStep(config, { sealed: app.secret, email }, code, { lastStep: app.counter, now });
    if (step === undefined) continue;
    await useCredential(connection, app.id, step, now);
    return true;
  }
  for (const hash of computeHmacs(config, PARTS, id, cleanRecoveryCode(code)))
    if (await deleteRecoveryCode(connection, id, hash)) return true;
  return false;
};
