import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listFeatures } from '../../../api/generated/features.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('_search', '_sort');

export const featureListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/features',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listFeatures, deps));
    await loadMessages('features');
  },
  component: lazyRouteComponent(() => import('../../screens/features/feature-list.tsx'), 'FeatureList'),
});
