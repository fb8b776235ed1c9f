import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listApiKeys } from '../../../api/generated/api-keys.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const keyListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  loader: async ({ context }) => {
    void context.queries.prefetchInfiniteQuery(pages(listApiKeys, {}));
    await Promise.all([loadMessages('keys')]);
  },
  component: lazyRouteComponent(() => import('../../screens/keys/key-list.tsx'), 'KeyList'),
});
