import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listImports } from '../../../api/generated/imports.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const importListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports',
  validateSearch: searchOf('type', 'status'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listImports, deps));
    await loadMessages('imports');
  },
  component: lazyRouteComponent(() => import('../../screens/imports/import-list.tsx'), 'ImportList'),
});
