import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getEventSchema } from '../../../api/generated/event-schemas.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const editSchemaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schemas/$schemaName/edit',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('schemaForm'),
      context.queries.ensureQueryData(one(getEventSchema, { event_schema_name: params.schemaName })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/schemas/edit-schema.tsx'), 'EditSchema'),
});
