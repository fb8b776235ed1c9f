import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getEventSchema } from '../../../api/generated/event-schemas.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const schemaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schemas/$schemaName',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('schemas'),
      context.queries.ensureQueryData(one(getEventSchema, { event_schema_name: params.schemaName })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/schemas/schema-detail.tsx'), 'SchemaDetail'),
});
