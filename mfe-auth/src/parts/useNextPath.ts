import { paths, safeReturnPath } from '@shop/shared/navigation';
import { useSearchParams } from 'react-router-dom';

/** Where a visitor wanted to go before signing in: a path of this shop, else home (product.md 2.6). */
export const useNextPath = (): string => safeReturnPath(useSearchParams()[0].get('next'), paths.home);
