import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listEventSchemas } from '../../../api/generated/event-schemas.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', '_search');

export const schemaListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schemas',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listEventSchemas, deps));
    await Promise.all([loadMessages('schemas')]);
  },
  component: lazyRouteComponent(() => import('../../screens/schemas/schema-list.tsx'), 'SchemaList'),
});
