import type { DataFormat } from '@shop/contracts';
import { formatInstant } from '../../formatTime';
import { escapeHtml } from '../../http/escapeHtml';
import type { PersonalData } from './collectPersonalData';

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}ul,ol{list-style:none;margin:0;padding:0}
li{border-top:1px solid;padding:.75rem 0}dl{display:grid;grid-template-columns:minmax(7rem,12rem) 1fr;gap:.25rem 1rem;margin:0}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dd dl,dd ul{font-size:.95em}
@media (max-width:30rem){dl{grid-template-columns:1fr}}`;
/** As PostgreSQL writes it in JSON. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/;

/** "unit_price" and "firstName" as people write them. */
const toLabel = (key: string): string => {
  const words = key
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

const writeText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  return escapeHtml(INSTANT.test(text) ? formatInstant(new Date(text).toISOString()) : text);
};

const writeValue = (value: unknown): string => {
  if (Array.isArray(value)) return `<ul>${value.map((entry) => `<li>${writeValue(entry)}</li>`).join('')}</ul>`;
  if (typeof value !== 'object' || value === null) return writeText(value);
  const fields = Object.entries(value).filter(([, field]) => !isEmpty(field));
  return `<dl>${fields.map(([key, field]) => `<dt>${escapeHtml(toLabel(key))}</dt><dd>${writeValue(field)}</dd>`).join('')}</dl>`;
};

/** A page that is one file: it loads nothing, and runs nothing. */
const writePage = ({ name, email, at, parts }: PersonalData): string => {
  const sections = parts.map(
    ({ title, rows }) =>
      `<section><h2>${escapeHtml(title)}</h2>${rows.length === 0 ? '<p>Nothing.</p>' : writeValue(rows)}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What the shop stores about ${escapeHtml(name)}</title><style>${STYLE}</style></head>
<body><h1>What the shop stores about ${escapeHtml(name)}</h1>
<p>${escapeHtml(email)}, ${formatInstant(at.toISOString())}. Times are in UTC. Passwords and codes are stored as hashes only, and are not in this file.</p>
${sections.join('\n')}
</body></html>
`;
};

const writeJson = ({ name, email, at, parts }: PersonalData): string =>
  `${JSON.stringify({ name, email, at: at.toISOString(), parts }, null, 2)}\n`;

const WRITERS = { json: writeJson, html: writePage } as const satisfies Record<
  DataFormat,
  (data: PersonalData) => string
>;

/** Writes what there is about a person as a file. */
export const writePersonalData = (
  data: PersonalData,
  format: DataFormat,
): { readonly name: string; readonly content: string } => ({
  name: `personal-data-${data.at.toISOString().slice(0, 10)}.${format}`,
  content: WRITERS[format](data),
});
