import { runCommand } from '../commands/runCommand';

export interface CliResult {
  readonly code: number | null;
  readonly output: string;
}

/** All that a process of the command line does, in this one: starting one takes longer than what it does. */
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
