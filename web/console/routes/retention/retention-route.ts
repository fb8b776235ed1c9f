import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listErasures } from '../../../api/generated/erasure.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const retentionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/data',
  loader: ({ context }) => {
    void context.queries.prefetchInfiniteQuery(pages(listErasures, {}));
    return loadMessages('retention');
  },
  component: lazyRouteComponent(() => import('../../screens/retention/retention.tsx'), 'Retention'),
});
