import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getEventSchema } from '../../../api/generated/event-schemas.ts';
import { one } from '../../../api/queries.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('version');

export const schemaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schemas/$schemaName',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps: { version } }) =>
    Promise.all([
      ...(['schemas', 'usedBy'] as const).map(loadMessages),
      context.queries.ensureQueryData(
        one(getEventSchema, {
          event_schema_name: params.schemaName,
          ...(version && { version: wholeOf(version) ?? 1 }),
        }),
      ),
    ]),
  component: lazyRouteComponent(() => import('../../screens/schemas/schema-detail.tsx'), 'SchemaDetail'),
});
