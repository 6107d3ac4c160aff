import { storefronts } from '@shop/contracts/storefronts';
import { describeLook, getContrast } from './mailLook';
import { writeMail, type MailContent } from './writeMail';

const content: MailContent = {
  subject: 'Your order ORD-1',
  heading: 'Your order is placed',
  greeting: 'Hello Ada,',
  paragraphs: ['Thank you.', 'Please pay.'],
  code: '483920',
  button: { label: 'View your order', url: 'https://shop.test/orders/1#key=secret' },
  order: {
    lines: [{ name: '2 x Halo Ring', amount: '$640.00', picture: '/media/ring-320.webp' }],
    amounts: [
      { name: 'Shipping', amount: 'Free' },
      { name: 'Total', amount: '$640.00', isTotal: true },
    ],
  },
  facts: [{ name: 'Delivery address', text: 'Ada Lovelace\nLondon' }],
  notes: ['Engraved.'],
};
const sender = { storefront: 'jewellery', publicUrl: 'https://shop.test' } as const;

/** Each pair of text and ground, in light and dark. */
const PAIRS = [
  ['ink', 'page'],
  ['ink', 'card'],
  ['muted', 'page'],
  ['muted', 'card'],
  ['onFill', 'fill'],
  ['darkInk', 'darkPage'],
  ['darkInk', 'darkCard'],
  ['darkMuted', 'darkPage'],
  ['darkMuted', 'darkCard'],
  ['darkOnFill', 'darkFill'],
] as const;

describe.each(Object.values(storefronts))('a mail of $name', (storefront) => {
  const { html, text, replyTo } = writeMail({ ...sender, storefront: storefront.id }, 'ada@example.com', content);

  test('has its mark, name, colors and address, and one button (product 14.2)', () => {
    expect(html).toContain(`src="https://shop.test/icons/${storefront.id}-192.png"`);
    expect(html.toLowerCase()).toContain(storefront.name.toLowerCase());
    for (const color of Object.values(storefront.theme)) expect(html).toContain(color);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html.match(/<a\s[^>]*target="_blank"/g)).toHaveLength(1);
    expect(html).toContain(storefront.support.street);
  });

  test('takes less than 60 kB, also with 50 lines (product 14.2)', () => {
    const lines = Array.from({ length: 50 }, () => ({
      name: `2 x ${'A long name '.repeat(8)}`,
      amount: '$1,640.00',
      picture: `/media/jewellery/${'a-long-name-'.repeat(5)}-320.webp`,
    }));
    const long = writeMail(sender, 'ada@example.com', { ...content, order: { lines, amounts: [] } });
    expect(Buffer.byteLength(long.html)).toBeLessThan(60_000);
  });

  test('says whom to write to, who gets the replies, too (product 14.6)', () => {
    expect(replyTo).toBe(storefront.support.email);
    expect(html).toContain(`href="mailto:${storefront.support.email}"`);
    expect(text).toContain(`write to ${storefront.support.email}. A person answers, 8\u00a0AM to 10\u00a0PM.`);
  });

  test('says the hours that staff have set, or none (product 14.6, 19.36)', () => {
    const write = (hours: string) =>
      writeMail(
        { ...sender, shop: { ...storefront, support: { ...storefront.support, hours } } },
        'ada@example.com',
        content,
      );
    expect(write('on weekdays').text).toContain('A person answers, on weekdays.');
    expect(write('').html).toContain('A\u00a0person answers.');
  });

  test.each(PAIRS)('has a contrast of 4.5 between %s and %s', (color, ground) => {
    const look = describeLook(storefront);
    expect(getContrast(look[color] ?? '', look[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});

test('a mail says the same as text and as HTML (product 14.2)', () => {
  const { html, text } = writeMail(sender, 'ada@example.com', content);
  expect(text.split('\n\n').slice(0, -2)).toEqual([
    'Hello Ada,',
    'Your code is 483920.',
    'Thank you.',
    'Please pay.',
    'View your order: https://shop.test/orders/1#key=secret',
    '2 x Halo Ring: $640.00\nShipping: Free\nTotal: $640.00',
    'Delivery address: Ada Lovelace\nLondon',
    'Engraved.',
  ]);
  const said = html.replace(/<style.*?<\/style>|<[^<>]*>/gs, ' ').replace(/\s+/g, ' ');
  for (const part of ['Hello Ada,', '483920', 'Please pay.', 'View your order', '2 x Halo Ring', 'Free', 'London'])
    expect(said).toContain(part);
});

test('what looks like markup or like a slot of the layout stays text', () => {
  const { html } = writeMail(sender, 'ada@example.com', {
    ...content,
    greeting: 'Hello <b>{{code}}</b> {{#lines}}{{name}}{{/lines}} "\'$&',
  });
  expect(html).toContain('Hello &lt;b&gt;{{code}}&lt;/b&gt; {{#lines}}{{name}}{{/lines}} &quot;&#39;$&amp;');
});

test('pictures come from the shop, wherever the mail is read (product 14.3)', () => {
  const { html } = writeMail(sender, 'ada@example.com', content);
  expect([...html.matchAll(/src="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://shop.test/icons/jewellery-192.png',
    'https://shop.test/media/ring-320.webp',
  ]);
});
