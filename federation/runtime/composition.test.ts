import { listMenuLinks, type PageRelease } from './composition';

const release = (menu?: PageRelease['menu']): PageRelease => ({
  version: '1',
  entry: '',
  container: '',
  mounts: [],
  missingTitle: '',
  ...(menu ? { menu } : {}),
});

test('links of remotes in the menu are sorted by their order, then by their label', () => {
  const links = listMenuLinks({
    'mfe-home': release(),
    'mfe-gifts': release([{ label: 'Last', href: '/gifts', order: 2 }]),
    'mfe-fairs': release([
      { label: 'Workshops', href: '/fairs/workshops' },
      { label: 'Fairs', href: '/fairs' },
    ]),
  });
  expect(links.map(({ label }) => label)).toEqual(['Fairs', 'Workshops', 'Last']);
});
