const CODE = 'window.__pwned=1';

/** Ways to make text run, each with a place for code; after OWASP's filter evasion cheat sheet. */
const VECTORS: readonly string[] = [
  '<script>@</script>',
  '</script><script>@</script>',
  '<img src=x onerror=@>',
  '<svg/onload=@>',
  '<svg><script>@</script>',
  '<body onload=@>',
  '<iframe srcdoc="<script>@</script>">',
  '<details open ontoggle=@>',
  '<video src onerror=@>',
  '<input autofocus onfocus=@>',
  '<a href="javascript:@">x</a>',
  'javascript:@',
  '<math href="javascript:@">x</math>',
  '<form action="javascript:@"><button>x',
  '<object data="javascript:@">',
  '<style onload=@>',
  '<marquee onstart=@>',
  '{{constructor.constructor("@")()}}',
  '${@}',
  '<template><script>@</script>',
];
/** Places a text may land in: beside markup, in an attribute, in a script, in a comment, in the page's JSON. */
const CONTEXTS: readonly string[] = ['#', '">#', "'>#", '--># ', '"}</script>#'];

/** 100 texts that would run if they were anything but text; none longer than 80 characters. */
export const PAYLOADS: readonly string[] = CONTEXTS.flatMap((context) =>
  VECTORS.map((vector) => context.replace('#', vector.replace('@', CODE)).trim()),
);
