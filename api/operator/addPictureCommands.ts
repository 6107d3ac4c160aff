import type { Command } from 'commander';
import { addPictures } from './addPictures';
import type { CommandLine } from './CommandLine';

/** Commands for pictures of products. */
export const addPictureCommands = (program: Command, { environment, print, resolveFile }: CommandLine): void => {
  program
    .command('pictures')
    .description('add pictures of products')
    .command('add')
    .description('add pictures in all sizes, and print what the column images of a product file needs')
    .argument('<files...>', 'JPEG, PNG, WebP, AVIF or GIF')
    .action((files: readonly string[]) => addPictures({ environment, print }, files.map(resolveFile)));
};
