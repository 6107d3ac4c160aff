import type { RemoteId } from '@shop/runtime/remotes';
import type { Command } from 'commander';
import { WEBHOOK_EVENTS, type WebhookEvent } from '..';
import type { CommandLine } from './CommandContext';
import { parseEvents, parseRemoteList } from './parseArguments';
import { addWebhook, listWebhooks, testWebhook } from './webhook';

interface AddValues {
  readonly remotes: readonly RemoteId[];
  readonly events: readonly WebhookEvent[];
}

/** Commands for the URLs that are told about releases. */
export const addWebhookCommands = (program: Command, { print, withRegistry }: CommandLine): void => {
  const webhook = program.commandsGroup('Tell').command('webhook').description('send signed events to URLs');
  webhook
    .command('add')
    .description('add a URL; prints the secret once')
    .argument('<url>', 'https://...')
    .option('--remotes <a,b>', 'only about these', parseRemoteList, [])
    .option('--events <a,b>', `some of ${WEBHOOK_EVENTS.join(', ')}`, parseEvents, [])
    .action((url: string, { remotes, events }: AddValues) =>
      withRegistry((context) => addWebhook(context, url, remotes, events)),
    );
  webhook
    .command('list')
    .description('list webhooks with their last delivery')
    .action(() => withRegistry(listWebhooks));
  webhook
    .command('remove')
    .description('remove a webhook')
    .argument('<id>', 'see webhook list')
    .action((id: string) =>
      withRegistry(async ({ access }) => {
        await access.removeWebhook(id);
        print(`The webhook ${id} is removed`);
      }),
    );
  webhook
    .command('test')
    .description('send a test event immediately')
    .argument('<id>', 'see webhook list')
    .action((id: string) => withRegistry((context) => testWebhook(context, id)));
};
