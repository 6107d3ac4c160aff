/** Who changes something: staff in the back office, an operator at the terminal, a job, a provider, a shopper. */
export interface Actor {
  readonly kind: 'staff' | 'operator' | 'job' | 'provider' | 'shopper';
  /** Id of the member of staff or of the account; null for whoever has none. */
  readonly id: string | null;
  /** As the audit shows it: a person's name, a job, a provider. */
  readonly name: string;
  /** IP address of staff, HMAC of a shopper's network, null without a request. */
  readonly network: string | null;
}

export const anOperatorNamed = (name: string): Actor => ({ kind: 'operator', id: null, name, network: null });
export const aJob = (name: string): Actor => ({ kind: 'job', id: null, name, network: null });
export const aProvider = (name: string): Actor => ({ kind: 'provider', id: null, name, network: null });
