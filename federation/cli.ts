import { runCommand } from './commands/runCommand';

// Whoever reads what is printed may have seen enough: "| head".
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void runCommand(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
