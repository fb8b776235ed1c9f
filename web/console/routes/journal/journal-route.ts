import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getJournal } from '../../../api/generated/journal.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { periodInput } from '../../screens/journal/period.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const journalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/journal',
  validateSearch: searchOf('from', 'until', 'currency'),
  loaderDeps: ({ search }) => periodInput(search),
  // What is above the table has a line for each currency: without waiting, the table would move.
  loader: async ({ context, deps }) => {
    await Promise.all([context.queries.prefetchQuery(one(getJournal, deps)), loadMessages('journal')]);
  },
  component: lazyRouteComponent(() => import('../../screens/journal/journal-days.tsx'), 'JournalDays'),
});
