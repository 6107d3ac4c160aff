import fs from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const TEMPLATES = path.join(__dirname, 'template');

export interface SourceFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

/** Returns the files of a storefront, from the template. `words` replaces its placeholders, such as `__ID__`. */
export const fillTemplates = async (words: Readonly<Record<string, string>>): Promise<SourceFile[]> => {
  const fill = (text: string): string => text.replaceAll(/__[A-Z_]+?__/g, (word) => words[word] ?? word);
  const entries = await fs.readdir(TEMPLATES, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map(async (template) => ({
        file: path.join(root, fill(path.relative(TEMPLATES, template).replace(/\.txt$/, ''))),
        text: fill(await fs.readFile(template, 'utf8')),
      })),
  );
};
