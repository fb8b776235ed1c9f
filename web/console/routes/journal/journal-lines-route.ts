import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const journalLinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/journal/lines',
  validateSearch: searchOf('from', 'until', 'currency', 'account', 'kind'),
  loader: () => loadMessages('journal'),
  component: lazyRouteComponent(() => import('../../screens/journal/journal-lines.tsx'), 'JournalLines'),
});
