import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getImport } from '../../../api/generated/imports.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports/$importId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('imports'),
      context.queries.ensureQueryData(one(getImport, { import_id: params.importId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/imports/import-detail.tsx'), 'ImportDetail'),
});
