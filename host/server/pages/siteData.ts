import { paths } from '@shop/shared/navigation';
import { toStorefrontPath, type Storefront } from '@shop/contracts/storefronts';

/** Returns schema.org's description of a storefront, for its home page: the site, its search and its shop. */
export const buildSiteData = (
  { id, name, description, support }: Pick<Storefront, 'id' | 'name' | 'description' | 'support'>,
  origin: string,
): object => {
  const url = origin + toStorefrontPath(paths.home, id);
  const [, addressLocality, addressRegion, postalCode] = /^(.+), (.+) (\d+)$/.exec(support.town) ?? [];
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        name,
        url,
        description,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${origin}${toStorefrontPath(`${paths.products}?q={search_term_string}`, id)}`,
          'query-input': 'required name=search_term_string',
        },
      },
      {
        '@type': 'OnlineStore',
        name,
        url,
        logo: `${origin}/icons/${id}-512.png`,
        email: support.email,
        telephone: support.phone,
        address: {
          '@type': 'PostalAddress',
          streetAddress: support.street,
          addressLocality,
          addressRegion,
          postalCode,
          addressCountry: 'US',
        },
      },
    ],
  };
};
