import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';

const listFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);

const copyFiles = (files: readonly string[], directory: string): void => {
  for (const file of files) {
    const source = path.join(repositoryRoot, file);
    if (file.startsWith('e2e/fixtures/') || !fs.existsSync(source)) continue;
    fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    fs.copyFileSync(source, path.join(directory, file));
  }
};

/**
 * Links the libraries of a node_modules folder. npm's own files are copied: an `npm install` in the copy would
 * otherwise write through their links.
 */
const linkFolder = (folder: string, directory: string, isLinked: (name: string) => boolean): void => {
  const [from, to] = [path.join(repositoryRoot, folder), path.join(directory, folder)];
  fs.mkdirSync(to, { recursive: true });
  for (const name of fs.readdirSync(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (name === '.cache') continue;
    if (name.startsWith('.')) fs.cpSync(source, target, { recursive: true, verbatimSymlinks: true });
    else if (isLinked(name)) fs.symlinkSync(source, target);
  }
};

/** Links the installed libraries; the workspaces are those of the copy. */
const linkLibraries = (files: readonly string[], directory: string): void => {
  const libraries = path.join(directory, 'node_modules');
  const isLibrary = (name: string): boolean =>
    name !== '@shop' && !fs.existsSync(path.join(directory, name, 'package.json'));
  linkFolder('node_modules', directory, isLibrary);
  fs.mkdirSync(path.join(libraries, '@shop'));
  for (const manifest of files.filter((file) => /[^/]\/package\.json$/.test(file))) {
    const folder = path.join(directory, path.dirname(manifest));
    const { name } = JSON.parse(fs.readFileSync(path.join(directory, manifest), 'utf8')) as { readonly name: string };
    if (name.startsWith('@shop/')) fs.symlinkSync(folder, path.join(libraries, name));
    // Packages whose version differs from the one that others use are installed next to their user.
    const own = path.join(path.dirname(manifest), 'node_modules');
    if (fs.existsSync(path.join(repositoryRoot, own))) linkFolder(own, directory, () => true);
  }
};

interface Result {
  readonly code: number | null;
  /** Standard output, then standard error. */
  readonly output: string;
}

/**
 * A copy of the repository in a temporary folder, like a fresh clone: its own sources, the installed libraries, nothing
 * built. Remove it in the end.
 */
export class RepositoryCopy {
  readonly directory = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'));

  /** `env` is added to the environment of all programs. */
  constructor(private readonly env: Readonly<Record<string, string>> = {}) {
    const files = listFiles();
    copyFiles(files, this.directory);
    linkLibraries(files, this.directory);
  }

  /** Returns the absolute path of a file of the copy. */
  resolve(file: string): string {
    return path.join(this.directory, file);
  }

  read(file: string): string {
    return fs.readFileSync(this.resolve(file), 'utf8');
  }

  write(file: string, text: string): void {
    fs.mkdirSync(path.dirname(this.resolve(file)), { recursive: true });
    fs.writeFileSync(this.resolve(file), text);
  }

  edit(file: string, change: (text: string) => string): void {
    this.write(file, change(this.read(file)));
  }

  /** Runs a program: one that the repository installs, or any other. */
  run(program: string, ...args: readonly string[]): Result {
    const installed = this.resolve(`node_modules/.bin/${program}`);
    const { status, stdout, stderr, error } = spawnSync(fs.existsSync(installed) ? installed : program, args, {
      cwd: this.directory,
      encoding: 'utf8',
      env: { ...process.env, ...this.env },
      maxBuffer: Infinity,
    });
    if (error) throw error;
    return { code: status, output: stdout + stderr };
  }

  /**
   * Runs a program and returns its output.
   * @throws {Error} with its output if it exits with another code than 0.
   */
  runOrThrow(program: string, ...args: readonly string[]): string {
    const { code, output } = this.run(program, ...args);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
    return output;
  }

  /** Commits everything, so that `findChangedFiles` compares with this state. */
  commit(): void {
    this.runOrThrow('git', 'init', '--quiet');
    this.runOrThrow('git', 'add', '--all');
    const author = ['-c', 'user.name=A colleague', '-c', 'user.email=colleague@example.com'];
    this.runOrThrow('git', ...author, 'commit', '--quiet', '--message', 'The repository');
  }

  /** Lists changed files and new ones; of a new folder only itself, unless `eachFile` is true. */
  findChangedFiles({ eachFile = false } = {}): string[] {
    return this.runOrThrow('git', 'status', '--porcelain', `--untracked-files=${eachFile ? 'all' : 'normal'}`)
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(3))
      .sort();
  }

  remove(): void {
    fs.rmSync(this.directory, { recursive: true, force: true });
  }
}
