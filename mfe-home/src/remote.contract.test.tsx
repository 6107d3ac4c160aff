import { sendContactMessage } from '@shop/contracts';
import { storefrontEntered, type ShopStore } from '@shop/shared/state';
import { createContractServices, describeRemoteContract, renderRemote } from '@shop/shared/testing';
import { screen, within } from '@testing-library/react';
import description from '../remote.json';
import { remote } from './remote';

const inOrganicStorefront = {
  when: 'in the organic store',
  given: (store: ShopStore) => store.dispatch(storefrontEntered('organic')),
};
const texts = [
  '/about',
  '/faq',
  '/features',
  '/terms',
  '/privacy',
  '/interest-based-ads',
  '/accessibility',
  '/sitemap',
];

describeRemoteContract(remote, {
  load: () => import('./remote'),
  mounts: description.mounts,
  routeIds: ['home'],
  slices: ['topProducts', 'brands', 'trending', 'delivery', 'posts', 'published'],
  routes: [
    { at: '/' },
    { at: '/', ...inOrganicStorefront },
    { at: '/demos' },
    { at: '/blog' },
    { at: '/blog?page=2', ...inOrganicStorefront },
    { at: '/blog/keeping-gold-bright' },
    { at: '/contact' },
    { at: '/contact', signedIn: true },
    { at: '/delivery' },
    { at: '/delivery?postcode=97205', ...inOrganicStorefront },
    ...texts.flatMap((at) => [{ at }, { at, ...inOrganicStorefront }]),
  ],
});

test('sends a contact message that matches the API contract', async () => {
  const services = createContractServices();
  const { user } = renderRemote(remote, { at: '/contact', services, given: inOrganicStorefront.given });
  const form = within(await screen.findByRole('form', { name: 'Write to us' }));
  const written = {
    Name: ' Ada Lovelace',
    Email: 'ada@example.com',
    Subject: 'Delivery ',
    Message: 'Tomorrow,{Enter}please.',
  };
  for (const [label, text] of Object.entries(written))
    await user.type(form.getByLabelText(new RegExp(`^${label}`)), text);
  await user.click(form.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByRole('button', { name: 'Write another message' })).toBeInTheDocument();

  expect(services.listCalls(sendContactMessage)).toEqual([
    {
      body: {
        store: 'organic-store',
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        subject: 'Delivery',
        message: 'Tomorrow,\nplease.',
      },
    },
  ]);
  expect(services.calls).toHaveLength(1);
});
