import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getEventSchema, listEventSchemaVersions } from '../../../api/generated/event-schemas.ts';
import { listCatalogUses } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
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
      loadWaiting(context, params.schemaName),
      ...(['schemas', 'usedBy'] as const).map(loadMessages),
      // What comes later would push down what is below it; who may not read it has no such part.
      context.queries.prefetchQuery(one(listCatalogUses, { type: 'EVENT_SCHEMA', id: params.schemaName })),
      context.queries.prefetchQuery(one(listEventSchemaVersions, { event_schema_name: params.schemaName })),
      context.queries.ensureQueryData(
        one(getEventSchema, {
          event_schema_name: params.schemaName,
          ...(version && { version: wholeOf(version) ?? 1 }),
        }),
      ),
    ]),
  component: lazyRouteComponent(() => import('../../screens/schemas/schema-detail.tsx'), 'SchemaDetail'),
});
