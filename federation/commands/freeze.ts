import { isInForce, type FreezeWindow } from '../registry';
import type { RemoteId } from '../remotes';
import type { CommandContext } from './runCommand';

const describeWindow = ({ id, from, to, remotes, reason, by }: FreezeWindow): string =>
  `${id}  ${from} to ${to}  ${remotes?.join(', ') ?? 'all remotes'}  by ${by}: ${reason}`;

/** The freeze windows in force and to come. */
export const listFreezes = async ({ access, print }: CommandContext): Promise<void> => {
  const windows = await access.freezes();
  for (const window of windows) print(`${isInForce(window, new Date()) ? '* ' : '  '}${describeWindow(window)}`);
  if (windows.length === 0) print('Nothing is frozen, or will be.');
};

export interface FreezeOptions {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly reason: string | undefined;
}

/** Sets a freeze window for some remotes; for all where none is named. */
export const freeze = async (
  { access, print }: CommandContext,
  remotes: readonly RemoteId[],
  { from, to = '', reason = '' }: FreezeOptions,
): Promise<void> => {
  print(describeWindow(await access.freeze({ from, to, remotes, reason })));
};
