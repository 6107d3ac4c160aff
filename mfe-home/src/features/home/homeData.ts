import { paths } from '@shop/shared/navigation';
import { toStorefrontPath, type Storefront } from '@shop/shared/storefronts';

/** Structured data of a storefront's home page (schema.org). */
export const homeData = ({ id, name, description, support }: Storefront, origin: string): object => {
  const url = origin + toStorefrontPath(paths.home, id);
  return {
    '@graph': [
      {
        '@type': 'WebSite',
        name,
        description,
        url,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${origin}${toStorefrontPath(`${paths.products}?q={q}`, id)}`,
          'query-input': 'required name=q',
        },
      },
      {
        '@type': 'Organization',
        name,
        url,
        email: support.email,
        telephone: support.phone,
        address: `${support.street}, ${support.town}`,
      },
    ],
  };
};
