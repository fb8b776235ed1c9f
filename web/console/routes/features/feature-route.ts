import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getFeature } from '../../../api/generated/features.ts';
import { listCatalogUses } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const featureRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/features/$featureId',
  loader: ({ context, params }) =>
    Promise.all([
      ...(['features', 'usedBy'] as const).map(loadMessages),
      context.queries.prefetchQuery(one(listCatalogUses, { type: 'FEATURE', id: params.featureId })),
      context.queries.ensureQueryData(one(getFeature, { feature_id: params.featureId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/features/feature-detail.tsx'), 'FeatureDetail'),
});
