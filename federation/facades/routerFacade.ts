/**
 * What the shop uses of react-router. A name a bundle imports that is missing here would be undefined at run time:
 * facades.test.ts compares this list with every import in the house.
 */
export {
  createBrowserRouter,
  createContext,
  data,
  isRouteErrorResponse,
  Link,
  matchPath,
  matchRoutes,
  NavLink,
  Outlet,
  redirect,
  RouterContextProvider,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router';
export { RouterProvider } from 'react-router/dom';
