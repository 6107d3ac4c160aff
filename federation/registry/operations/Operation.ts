import type { Static, TSchema } from '@sinclair/typebox';
import type { Caller } from '../access/Caller';
import type { ChangeContext } from '../compositionFile';
import type { RampPolicy } from '../ramp';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';

export interface AccessSettings {
  /** Policy for promoting in steps; undefined if releases are promoted at once. */
  readonly ramp?: RampPolicy | undefined;
  /** Origin of the shop, which links open: "https://shop.example". */
  readonly shopUrl?: string | undefined;
  /** Origin of the back office, for links to remotes for staff. */
  readonly adminUrl?: string | undefined;
}

/** What an operation is given besides its input: who makes a change, when, and where. */
interface OperationContext extends ChangeContext, AccessSettings {
  readonly registry: Registry;
  readonly caller: Caller;
}

/** One operation of the registry. Access to the storage, the HTTP client and the routes are derived from it. */
export interface Operation<I extends TSchema = TSchema, O extends TSchema = TSchema> {
  /** Method and path. ":remote" and ":id" are properties of the input; the other properties are the body. */
  readonly route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  /** The body is a form with files, which is received after the rights are checked. */
  readonly isUpload?: boolean;
  readonly input: I;
  readonly output: O;
  /** Action in the audit; undefined for operations that change nothing, which anybody with a token may call. */
  readonly action?: string;
  /** Remotes on which the caller needs rights. */
  remotes?(input: Static<I>): readonly string[];
  /** What the audit keeps of the input; all of it by default. */
  details?(input: Static<I>): unknown;
  run(context: OperationContext, input: Static<I>): Promise<Static<O>>;
}

/** Infers the types of an operation from its schemas. */
export const defineOperation = <I extends TSchema, O extends TSchema>(operation: Operation<I, O>): Operation<I, O> =>
  operation;

/** Runs an action and writes an audit entry with its outcome, also if it fails. */
export const withAudit = async <T>(
  registry: Registry,
  by: string,
  action: string,
  details: unknown,
  run: (context: ChangeContext) => Promise<T>,
): Promise<T> => {
  const at = new Date();
  try {
    const answer = await run({ by, now: at });
    await registry.audit({ at, by, action, outcome: 'done', details });
    return answer;
  } catch (error) {
    const outcome = error instanceof RegistryError ? `${error.code}: ${error.message}` : 'failed';
    await registry.audit({ at, by, action, outcome, details });
    throw error;
  }
};
