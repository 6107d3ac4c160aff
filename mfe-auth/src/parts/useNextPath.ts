import { paths, toSafeReturnPath } from '@shop/shared/navigation';
import { useSearchParams } from 'react-router-dom';

/**
 * Path the visitor requested before signing in. Only paths of this shop are accepted; the default is home (product.md
 * 2.6).
 */
export const useNextPath = (): string => toSafeReturnPath(useSearchParams()[0].get('next'), paths.home);
