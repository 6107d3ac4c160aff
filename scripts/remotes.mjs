import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** Lists the folders of all remotes, also one that was made a minute ago. */
export const listRemotes = () => readdirSync(root).filter((name) => existsSync(path.join(root, name, 'remote.json')));

// For the matrix of a workflow.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(JSON.stringify(listRemotes()));
