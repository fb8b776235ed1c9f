import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listScheduleRateCards } from '../../../api/generated/schedules.ts';
import { all } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('name', 'type', 'focus');

export const scheduleCardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId/schedules/$scheduleId/card',
  validateSearch: search,
  loader: ({ context, params: { scheduleId } }) => {
    const input = { schedule_id: scheduleId, mode: 'DRAFT' };
    return Promise.all([
      ...(['schedule', 'plans', 'cardForm', 'priceCurve'] as const).map(loadMessages),
      context.queries.ensureQueryData(all(listScheduleRateCards, input)),
    ]);
  },
  component: lazyRouteComponent(
    () => import('../../screens/plans/schedule-card-editor.tsx'),
    'ScheduleCardEditor',
  ),
});
