import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listPricingRules } from '../../../api/generated/price-plans.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('state', '_search', '_sort');

export const ruleListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listPricingRules, deps));
    await loadMessages('rules');
  },
  component: lazyRouteComponent(() => import('../../screens/rules/rule-list.tsx'), 'RuleList'),
});
