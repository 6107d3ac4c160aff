import type { AppContext } from '../src/AppContext';
import type { PaymentProvider } from '../src/modules/payments/PaymentProvider';

/** What a command needs of the context. */
export interface OperatorContext extends Pick<AppContext, 'database' | 'clock'> {
  readonly config: Pick<AppContext['config'], 'authSecret'>;
  /** Undefined where nobody takes online payments. */
  readonly provider: PaymentProvider | undefined;
  /** Who gives the command, for the log. */
  readonly who: string;
  readonly print: (line: string) => void;
}
