import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@shop/server-kit/testing/ManagedProcess';

const file = path.join(repositoryRoot, 'docs/scaling.md');
const BETWEEN_MARKERS = /(<!-- npm run bench -- model -->\n)[^]*(\n<!-- end -->)/;

/** Replaces what is between the markers of docs/scaling.md. */
export const writeScaling = (sections: readonly string[]): void => {
  const text = fs.readFileSync(file, 'utf8');
  if (!BETWEEN_MARKERS.test(text)) throw new Error(`${file} has no markers`);
  fs.writeFileSync(
    file,
    text.replace(BETWEEN_MARKERS, (_, begin: string, end: string) => `${begin}\n${sections.join('\n\n')}\n${end}`),
  );
};
