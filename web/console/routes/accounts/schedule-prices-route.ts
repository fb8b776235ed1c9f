import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAccount } from '../../../api/generated/accounts-and-aliases.ts';
import { listScheduleRateCards } from '../../../api/generated/schedules.ts';
import { all, one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('mode');

export const schedulePricesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId/schedules/$scheduleId',
  validateSearch: search,
  loaderDeps: ({ search: { mode } }) => ({ mode: mode === 'DRAFT' ? 'DRAFT' : 'ACTIVE' }),
  loader: ({ context, params: { accountId, scheduleId }, deps: { mode } }) =>
    Promise.all([
      ...(['schedule', 'plans'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getAccount, { account_id: accountId })),
      context.queries.ensureQueryData(all(listScheduleRateCards, { schedule_id: scheduleId, mode })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/plans/schedule-prices.tsx'), 'SchedulePrices'),
});
