/** Structured data for search engines (schema.org). The script element only contains data, which cannot end it. */
export function JsonLd({ data }: { readonly data: object }) {
  return (
    <script type="application/ld+json">
      {JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}
    </script>
  );
}
