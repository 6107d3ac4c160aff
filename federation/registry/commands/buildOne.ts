import { buildPackage } from '@shop/build/buildPackage';

export const buildOne = async (
  packageName: string,
  options: { force?: boolean | undefined },
  print: (line: string) => void,
): Promise<void> => {
  const { built, seconds } = await buildPackage(packageName, { force: options.force ?? false });
  print(built ? `  built ${packageName} in ${seconds.toFixed(1)} s` : `  ${packageName} is up to date`);
};
