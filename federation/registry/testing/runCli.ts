import { runCommand } from '../commands/runCommand';

export interface CliResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the command line in this process; starting another one would take longer than the command. */
export const runCli = async (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<CliResult> => {
  const before = process.env;
  const output: string[] = [];
  const listens = (['log', 'error'] as const).map((method) =>
    jest.spyOn(console, method).mockImplementation((...words: unknown[]) => void output.push(`${words.join(' ')}\n`)),
  );
  process.env = environment;
  try {
    const code = await runCommand(args);
    return { code, output: output.join('') };
  } finally {
    process.env = before;
    for (const listen of listens) listen.mockRestore();
  }
};
