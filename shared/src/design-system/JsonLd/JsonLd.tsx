/**
 * Structured data for search engines (schema.org). A script element of data: it runs nothing, and nothing in it can end
 * it.
 */
export function JsonLd({ data }: { readonly data: object }) {
  return (
    <script type="application/ld+json">
      {JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}
    </script>
  );
}
