import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getRequest } from '../../../api/generated/request-log.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const requestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests/$requestId',
  validateSearch: searchOf('tab', 'with'),
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('requests'),
      context.queries.ensureQueryData(one(getRequest, { request_id: params.requestId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/requests/request-detail.tsx'), 'RequestDetail'),
});
