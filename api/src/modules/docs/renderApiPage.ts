import { escapeHtml } from '../../http/escapeHtml';

interface OpenApiLike {
  readonly info: { readonly title: string };
  readonly paths?: Readonly<Record<string, unknown>>;
}

const describeOperation = (path: string, method: string, operation: unknown): string => {
  const summary =
    typeof operation === 'object' && operation !== null && 'summary' in operation ? String(operation.summary) : '';
  return `<section><h2><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code></h2><p>${escapeHtml(summary)}</p>
<details><summary>Schema</summary><pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details></section>`;
};

/** Renders all operations with their schemas as a page without scripts. */
export const renderApiPage = (document: OpenApiLike): string => {
  const sections = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(typeof operations === 'object' && operations !== null ? operations : {}).map(([method, operation]) =>
      describeOperation(path, method, operation),
    ),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}: API</title></head><body><main><h1>${escapeHtml(document.info.title)}: API</h1>
<p>As a machine-readable document: <a href="/api/openapi.json">/api/openapi.json</a></p>${sections.join('')}</main></body></html>`;
};
