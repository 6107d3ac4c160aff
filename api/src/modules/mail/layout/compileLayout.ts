import fs from 'node:fs';
import path from 'node:path';
import compile from 'mjml-core';
import preset from 'mjml-preset-core';
import { LAYOUT_FILE } from './fillLayout';

/** MJML expects colors where the layout has slots for them. */
const IS_SLOT = /has invalid value: \{\{\w+\}\} for type Color/;

/**
 * Compiles the layout of mails to tables that mail programs understand.
 * @throws {Error} naming what MJML does not accept.
 */
export const compileLayout = async (): Promise<string> => {
  const source = fs.readFileSync(path.join(__dirname, 'layout.mjml'), 'utf8');
  const { html, errors } = await compile(source, { presets: [preset], fonts: {}, validationLevel: 'soft' });
  const messages = errors.map(({ message }) => message).filter((message) => !IS_SLOT.test(message));
  if (messages.length > 0) throw new Error(messages.join('\n'));
  return `${html.replaceAll(/^\s+/gm, '').trimEnd()}\n`;
};

if (require.main === module) void compileLayout().then((html) => fs.writeFileSync(LAYOUT_FILE, html));
