import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const journalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/journal',
  validateSearch: searchOf('from', 'until', 'currency'),
  loader: () => loadMessages('journal'),
  component: lazyRouteComponent(() => import('../../screens/journal/journal-days.tsx'), 'JournalDays'),
});
