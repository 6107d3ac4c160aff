const { chromium } = require('playwright-core');
(async () => {
  const link = process.argv[2];
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-background-networking'] });
  const ctx = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await ctx.newPage();
  page.on('console', (m) => { if (['error','warning'].includes(m.type())) console.log('CONSOLE', m.type(), m.text().slice(0,300)); });
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message.slice(0,300)));
  page.on('response', (r) => { if (r.status() >= 400) console.log('HTTP', r.status(), r.url()); });
  const cdp = await ctx.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } });
  await page.goto(link); await page.waitForTimeout(2500);
  await page.screenshot({ path: '/tmp/adm/invite.png' });
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Join with a passkey' }).click();
  await page.waitForURL('**/admin'); await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/adm/home.png' });
  for (const p of ['reviews','staff','audit','account']) { await page.goto(new URL('/admin/'+p, link).href); await page.waitForTimeout(2000); await page.screenshot({ path: `/tmp/adm/${p}.png` }); }
  await page.goto(new URL('/admin/reviews?state=published', link).href); await page.waitForTimeout(2000); await page.screenshot({ path: '/tmp/adm/published.png' });
  await ctx.storageState({ path: '/tmp/adm/state.json' });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const p of ['reviews?state=published','staff','audit']) { await page.goto(new URL('/admin/'+p, link).href); await page.waitForTimeout(1500); await page.screenshot({ path: `/tmp/adm/${p.split('?')[0]}-390.png` }); }
  await page.emulateMedia({ colorScheme: 'dark' }); await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(new URL('/admin/audit', link).href); await page.waitForTimeout(1500); await page.screenshot({ path: '/tmp/adm/audit-dark.png' });
  await browser.close();
})().catch((e) => { console.error(e); process.exit(1); });
