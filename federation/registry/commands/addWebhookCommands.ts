import type { RemoteId } from '@shop/runtime/remotes';
import type { Command } from 'commander';
import type { CommandLine } from './CommandContext';
import { parseRemoteList } from './parseArguments';

/** Commands for the URLs that are notified of releases. */
export const addWebhookCommands = (program: Command, { print, withRegistry }: CommandLine): void => {
  const webhook = program.commandsGroup('Notify').command('webhook').description('send signed events to URLs');
  webhook
    .command('add')
    .description('notify a URL when releases go live, are rolled back or are refused; prints the secret once')
    .argument('<url>', 'https://...')
    .option('--remotes <a,b>', 'only about these', parseRemoteList, [])
    .action((url: string, { remotes }: { remotes: readonly RemoteId[] }) =>
      withRegistry(async ({ access }) => {
        const { id, secret } = await access.addWebhook({ url, remotes });
        print(`${id} is added. Its signing secret:\n${secret}\nStore it safely: it is shown only once.`);
      }),
    );
  webhook
    .command('list')
    .description('list webhooks; "history" shows what was sent')
    .action(() =>
      withRegistry(async ({ access }) => {
        const webhooks = await access.listWebhooks();
        for (const { id, origin, remotes = ['all remotes'], by } of webhooks)
          print(`${id}  ${origin}  ${remotes.join(', ')}  by ${by}`);
        if (webhooks.length === 0) print('You have no webhooks.');
      }),
    );
  webhook
    .command('remove')
    .description('remove a webhook')
    .argument('<id>', 'see webhook list')
    .action((id: string) => withRegistry(async ({ access }) => access.removeWebhook({ id })));
  webhook
    .command('test')
    .description('send a test event immediately')
    .argument('<id>', 'see webhook list')
    .action((id: string) =>
      withRegistry(async ({ access }) => {
        const { problem } = await access.testWebhook({ id });
        if (problem !== undefined) throw new Error(`The webhook ${id} did not accept the test: ${problem}`);
        print(`The webhook ${id} accepted the test.`);
      }),
    );
};
