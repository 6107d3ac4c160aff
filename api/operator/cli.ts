import { runCommand } from './runCommand';

// The reader may close the pipe early, as in "| head".
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void runCommand(process.argv.slice(2), process.env).then((exitCode) => {
  process.exitCode = exitCode;
});
