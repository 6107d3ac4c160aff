import type { RemoteId } from '@shop/runtime/remotes';
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '..';
import type { CommandContext } from './CommandContext';

export const isWebhookEvent = (value: string): value is WebhookEvent => WEBHOOK_EVENTS.some((event) => event === value);

const describeWebhook = ({ id, origin, remotes, events, by, pending, last }: Webhook): string => {
  const lastly = last
    ? `last ${last.event} of ${last.remote} ${last.outcome} at ${last.at}${last.detail === undefined ? '' : ` (${last.detail})`}`
    : 'nothing sent yet';
  return `${id}  ${origin}  ${remotes?.join(', ') ?? 'all remotes'}  ${events.join(', ')}  by ${by}  ${pending} pending, ${lastly}`;
};

export const listWebhooks = async ({ access, print }: CommandContext): Promise<void> => {
  const webhooks = await access.listWebhooks();
  for (const webhook of webhooks) print(describeWebhook(webhook));
  if (webhooks.length === 0) print('You have no webhooks.');
};

export const addWebhook = async (
  { access, print }: CommandContext,
  url: string,
  remotes: readonly RemoteId[],
  events: readonly WebhookEvent[],
): Promise<void> => {
  const { id, secret } = await access.addWebhook({ url, remotes, events });
  print(`${id} is added. Its signing secret:\n${secret}\nStore it safely: it is shown only once.`);
};

/** @throws {Error} if the receiver did not accept it. */
export const testWebhook = async ({ access, print }: CommandContext, id: string): Promise<void> => {
  const problem = await access.testWebhook(id);
  if (problem !== undefined) throw new Error(`The webhook ${id} did not accept the test: ${problem}`);
  print(`The webhook ${id} accepted the test.`);
};
