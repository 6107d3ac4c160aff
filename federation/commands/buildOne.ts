import { buildPackage } from '../build/buildPackage';
import type { CommandContext } from './runCommand';

export const buildOne = async ({ print }: CommandContext, packageName: string, options: { force?: boolean | undefined }): Promise<void> => {
  const { built, seconds } = await buildPackage(packageName, { force: options.force ?? false });
  print(built ? `  built ${packageName} in ${seconds.toFixed(1)} s` : `  ${packageName} is up to date`);
};
