import type { AppContext } from '../src/AppContext';
import type { Actor } from '../src/audit/Actor';
import type { PaymentProvider } from '../src/modules/payments/PaymentProvider';

/** Dependencies of operator commands. */
export interface OperatorContext extends Pick<AppContext, 'database' | 'clock'> {
  readonly config: Pick<
    AppContext['config'],
    'authSecret' | 'formerAuthSecrets' | 'publicUrl' | 'adminUrl' | 'merchantEmail' | 'bankAccount'
  >;
  /** Undefined if online payments are disabled. */
  readonly provider: PaymentProvider | undefined;
  /** The operator, for the audit. */
  readonly actor: Actor;
  readonly print: (line: string) => void;
}
