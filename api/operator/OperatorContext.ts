import type { AppContext } from '../src/AppContext';
import type { PaymentProvider } from '../src/modules/payments/PaymentProvider';

/** Dependencies of operator commands. */
export interface OperatorContext extends Pick<AppContext, 'database' | 'clock'> {
  readonly config: Pick<AppContext['config'], 'authSecret' | 'publicUrl'>;
  /** Undefined if online payments are disabled. */
  readonly provider: PaymentProvider | undefined;
  /** Name of the operator, for the log. */
  readonly who: string;
  readonly print: (line: string) => void;
}
