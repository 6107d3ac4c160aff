import { runCommand } from './commands/runCommand';

void runCommand(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
