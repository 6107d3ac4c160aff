import fs from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '../../../http/escapeHtml';

/** What fills the slots of the layout: a text, or what a part of it is repeated for. */
export interface LayoutValues {
  readonly [slot: string]: string | readonly LayoutValues[];
}

/** Compiled from layout.mjml by `npm run mail-layout -w api`. */
export const LAYOUT_FILE = path.join(__dirname, 'layout.html');

/** `{{#lines}}…{{/lines}}` is repeated; `{{name}}` is a text. */
const SLOT = /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}|\{\{ ?(\w+) ?\}\}/gs;

const readSlot = (values: LayoutValues, slot: string): string | readonly LayoutValues[] => {
  const value = values[slot];
  if (value === undefined) throw new Error(`The layout of mails has a slot "${slot}" that nothing fills.`);
  return value;
};

const fill = (template: string, values: LayoutValues): string =>
  template.replace(SLOT, (_match, part: string | undefined, inner: string, slot: string) => {
    const value = readSlot(values, part ?? slot);
    if (typeof value === 'string') return escapeHtml(value);
    return value.map((item) => fill(inner, { ...values, ...item })).join('');
  });

let layout: string | undefined;

/** Fills the layout. Each value is escaped, and what looks like a slot in one stays text. */
export const fillLayout = (values: LayoutValues): string => {
  layout ??= fs.readFileSync(LAYOUT_FILE, 'utf8');
  return fill(layout, values);
};
