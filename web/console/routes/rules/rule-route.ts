import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  getPricePlanV2,
  listPricePlanPricingRules,
  listPricePlanRateCards,
} from '../../../api/generated/price-plans.ts';
import { all, one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadStepWords } from '../../../parts/explain-steps/use-step-words.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('template', 'invoice');

export const ruleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/$planId/$ruleId',
  validateSearch: search,
  loader: ({ context, params }) => {
    const input = { price_plan_id: params.planId };
    return Promise.all([
      ...(['rules', 'logic'] as const).map(loadMessages),
      loadStepWords(),
      context.queries.ensureQueryData(one(getPricePlanV2, input)),
      context.queries.ensureQueryData(one(listPricePlanPricingRules, input)),
      context.queries.ensureQueryData(all(listPricePlanRateCards, input)),
    ]);
  },
  component: lazyRouteComponent(() => import('../../screens/rules/rule-editor.tsx'), 'RuleEditor'),
});
