import { runCommand } from './commands/runCommand';

// The reader may close the pipe early, as `| head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void runCommand(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
