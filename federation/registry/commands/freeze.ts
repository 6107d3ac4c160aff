import type { RemoteId } from '@shop/runtime/remotes';
import { isInForce, type FreezeWindow } from '..';
import type { CommandContext } from './CommandContext';

const describeWindow = ({ id, from, to, remotes, reason, by }: FreezeWindow): string =>
  `${id}  ${from} to ${to}  ${remotes?.join(', ') ?? 'all remotes'}  by ${by}: ${reason}`;

/** Lists current and future freeze windows. */
export const listFreezes = async ({ access, print }: CommandContext): Promise<void> => {
  const windows = await access.listFreezes();
  for (const window of windows) print(`${isInForce(window, new Date()) ? '* ' : '  '}${describeWindow(window)}`);
  if (windows.length === 0) print('There are no current or future freeze windows.');
};

export interface FreezeOptions {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly reason: string | undefined;
}

/** Adds a freeze window for some remotes, or for all if none is named. */
export const freeze = async (
  { access, print }: CommandContext,
  remotes: readonly RemoteId[],
  { from, to = '', reason = '' }: FreezeOptions,
): Promise<void> => {
  print(describeWindow(await access.freeze({ from, to, remotes, reason })));
};
