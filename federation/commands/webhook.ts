import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '../registry';
import type { RemoteId } from '../remotes';
import type { CommandContext } from './runCommand';

export const isWebhookEvent = (value: string): value is WebhookEvent => WEBHOOK_EVENTS.some((event) => event === value);

const describeWebhook = ({ id, origin, remotes, events, by, pending, last }: Webhook): string => {
  const lastly = last
    ? `last ${last.event} of ${last.remote} ${last.outcome} at ${last.at}${last.detail === undefined ? '' : ` (${last.detail})`}`
    : 'nothing told yet';
  return `${id}  ${origin}  ${remotes?.join(', ') ?? 'all remotes'}  ${events.join(', ')}  by ${by}  ${pending} waiting, ${lastly}`;
};

export const listWebhooks = async ({ access, print }: CommandContext): Promise<void> => {
  const webhooks = await access.webhooks();
  for (const webhook of webhooks) print(describeWebhook(webhook));
  if (webhooks.length === 0) print('There are no webhooks of yours.');
};

export const addWebhook = async (
  { access, print }: CommandContext,
  url: string,
  remotes: readonly RemoteId[],
  events: readonly WebhookEvent[],
): Promise<void> => {
  const { id, secret } = await access.addWebhook({ url, remotes, events });
  print(`${id} is told from now on. It signs with:\n${secret}\nKeep it where secrets are kept: it is shown this once.`);
};

/** @throws {Error} where the receiver did not take it. */
export const testWebhook = async ({ access, print }: CommandContext, id: string): Promise<void> => {
  const problem = await access.testWebhook(id);
  if (problem !== undefined) throw new Error(`The webhook ${id} did not take the test: ${problem}`);
  print(`The webhook ${id} took the test.`);
};
