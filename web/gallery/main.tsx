import '../theme/base.css';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { loadMessages } from '../messages/catalogs.ts';
import { ChartPage } from './chart-page.tsx';
import { FormPage } from './form-page.tsx';
import { TablePage } from './table-page.tsx';

/** Each page shows pieces of the kit that no screen shows in every state. */
const PAGES = { '/form': FormPage, '/table': TablePage, '/chart': ChartPage } as const;

const rootRoute = createRootRoute({
  component: () => (
    <main className="p-4">
      <nav aria-label="Pages" className="flex gap-3">
        {Object.keys(PAGES).map((path) => (
          <Link key={path} to={path as never} className="text-accent">
            {path}
          </Link>
        ))}
      </nav>
      <Outlet />
    </main>
  ),
});

const routeTree = rootRoute.addChildren(
  Object.entries(PAGES).map(([path, component]) =>
    createRoute({ getParentRoute: () => rootRoute, path: path as '/', component }),
  ),
);

document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches
  ? 'dark'
  : 'light';
await loadMessages('ui');
const router = createRouter({ routeTree, history: createHashHistory() });
const root = document.getElementById('root');
// The pages are no part of the routes that the console's types know.
if (root) createRoot(root).render(<RouterProvider router={router as never} />);
