/** The script of a release's trial in a browser, bundled by federation/registry/trial/bundleForTrial.ts. */
import { provideOpenPages } from '@shop/registry/trial/openPages';
import { ShopLayout } from '../layout/ShopLayout';
import { checkShell } from '../watch/checkShell';

provideOpenPages({ Layout: ShopLayout, check: checkShell });
