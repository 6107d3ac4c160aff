import { createHash } from 'node:crypto';
import { storefronts, type StorefrontId } from '@shop/contracts';
import { formatDollars } from '../../formatDollars';
import { escapeHtml } from '../../http/escapeHtml';
import { SECURITY_HEADERS } from '../../http/securityHeaders';
import { describeLook } from '../mail/mailLook';
import type { SandboxSession } from './sandboxProvider';

/** When the shop is notified, to let developers test late, duplicate and lost messages. */
export const DELIVERIES = { now: 'At once', late: '10 seconds later', twice: 'Twice', never: 'Never' } as const;

const describeTheme = (id: StorefrontId): string => {
  const properties = Object.entries(describeLook(storefronts[id])).map(([name, value]) => `--${name}: ${value}`);
  return `[data-storefront=${id}] { ${properties.join('; ')} }`;
};
const STYLE = `
${Object.values(storefronts)
  .map(({ id }) => describeTheme(id))
  .join('\n')}
* { box-sizing: border-box }
:root { background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
body, h1, h2, p, ul { margin: 0; padding: 0; list-style: none }
body { overflow-wrap: anywhere }
header { display: flex; align-items: center; justify-content: center; gap: .75rem; padding: 1rem; border-block-end: 1px solid var(--rule); background: var(--card); font: var(--wordmarkWeight) 1.5rem/1.2 var(--wordmarkFont); letter-spacing: var(--wordmarkSpacing) }
header img { border-radius: var(--logoRadius) }
main { display: grid; gap: 1.5rem; max-inline-size: 30rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font: var(--headingWeight) 2rem/1.2 var(--headingFont) }
h2 { font-size: 1rem; font-weight: 600 }
.order, form { display: grid; gap: 1rem; padding: 1.25rem; border: 1px solid var(--rule); border-radius: var(--cardRadius); background: var(--card) }
.order li, .total { display: flex; justify-content: space-between; gap: 1rem }
.order ul { display: grid; gap: .5rem }
.order b, .order li span + span { flex: none }
.muted { color: var(--muted); font-size: .875rem }
.total { padding-block-start: 1rem; border-block-start: 1px solid var(--rule); font-size: 1.25rem; font-weight: 600 }
.card { display: grid; align-content: space-between; gap: 1.5rem; max-inline-size: 20rem; min-block-size: 10rem; padding: 1.25rem; border: 1px solid var(--ink); border-radius: .75rem; background: var(--fill); color: var(--onFill) }
.card::before { content: ''; inline-size: 2.5rem; block-size: 1.75rem; border: 2px solid; border-radius: .375rem }
.card b { display: block; font-size: 1.125rem }
label { display: grid; gap: .25rem; font-weight: 600 }
summary, select, button, a { min-block-size: 2.75rem }
select, button { inline-size: 100%; padding: .5rem .75rem; border: 1px solid var(--ink); border-radius: var(--buttonRadius); background: var(--card); color: inherit; font: inherit; cursor: pointer }
select { font-weight: 400; border-radius: min(.75rem, var(--buttonRadius)) }
button { font-weight: 600 }
button[value=succeeded] { min-block-size: 3.25rem; background: var(--fill); color: var(--onFill) }
summary { padding-block: .625rem; font-weight: 600; cursor: pointer }
details > div { display: grid; gap: 1rem; padding-block-start: .5rem }
main > a { justify-self: start; display: inline-flex; align-items: center; color: inherit; text-underline-offset: .25rem }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
export const PAGE_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'sha256-${STYLE_HASH}'`;

const formatCents = (cents: number): string => formatDollars(cents / 100);

/** A payment page like that of a provider, which says that it is a test. */
export const renderSandboxPage = (session: SandboxSession, storefront: StorefrontId): string => {
  const { orderNumber, amountCents, returnUrl, lines, others, discountCents } = session;
  const { name } = storefronts[storefront];
  const { wordmark = name } = describeLook(storefronts[storefront]);
  const rows = lines.map(
    ({ text, totalCents }) => `<li><span>${escapeHtml(text)}</span> <span>${formatCents(totalCents)}</span></li>`,
  );
  const more = others > 0 ? `<li class="muted">and ${others} more</li>` : '';
  const discount =
    discountCents > 0 ? `<li><span>Discount</span> <span>−${formatCents(discountCents)}</span></li>` : '';
  const options = Object.entries(DELIVERIES).map(([value, text]) => `<option value="${value}">${text}</option>`);
  return `<!doctype html><html lang="en" data-storefront="${storefront}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Test payment | ${name}</title><style>${STYLE}</style></head>
<body><header><img src="/icons/${storefront}-192.png" width="40" height="40" alt=""><span>${wordmark}</span></header>
<main><div><h1>Pay ${formatCents(amountCents)}</h1><p class="muted">Order ${escapeHtml(orderNumber)}</p></div>
<section class="order" aria-labelledby="order"><h2 id="order">Your order</h2><ul>${rows.join('')}${more}${discount}</ul><p class="total"><span>Total</span> <b>${formatCents(amountCents)}</b></p></section>
<form method="post"><h2>Pay by card</h2><div class="card"><p><b>Test card</b> This is a test: no card is asked for, and no money moves.</p></div>
<button name="outcome" value="succeeded">Pay</button>
<details><summary>Test other outcomes</summary><div><label>Notify the shop <select name="delivery">${options.join('')}</select></label>
<button name="outcome" value="failed">Decline</button></div></details></form>
<a href="${escapeHtml(returnUrl)}">Back to ${name} without paying</a></main></body></html>`;
};
