import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('template', 'query', 'from', 'until', 'account', 'compare', 'chart', 'edit');

export const reportViewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports/view',
  validateSearch: search,
  loaderDeps: ({ search: { chart: _, ...deps } }) => deps,
  // What a chart and a table come from, so that nothing moves when they are there.
  loader: ({ context, deps, cause }) =>
    Promise.all([
      loadMessages('reports'),
      // A change of the address keeps what is shown until the new rows are there.
      cause === 'stay'
        ? undefined
        : import('../../../parts/report/load-preview.ts').then(({ loadPreview }) =>
            loadPreview(context.queries, deps),
          ),
    ]),
  component: lazyRouteComponent(() => import('../../screens/reports/report-view.tsx'), 'ReportView'),
});
