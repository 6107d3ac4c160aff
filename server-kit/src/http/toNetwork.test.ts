import { toNetwork, toNetworks } from './toNetwork';

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['::ffff:203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:12:3456:789a::1', ['2001:db8:12:3456::/64', '2001:db8:12:3400::/56', '2001:db8:12::/48']],
  ['no address', ['unknown']],
])('%s belongs to its networks, from the narrowest to the widest', (address, names) => {
  expect(toNetworks(address).map(({ name }) => name)).toEqual(names);
  expect(toNetwork(address)).toBe(names[0]);
});

test('wider networks have larger shares', () => {
  for (const address of ['203.0.113.7', '2001:db8::1']) {
    const shares = toNetworks(address).map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[0]).toBe(1);
  }
});
