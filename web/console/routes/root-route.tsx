import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { getClock } from '../../api/generated/organization.ts';
import { one } from '../../api/queries.ts';
import { setClock } from '../../format/time.ts';
import { place } from '../../session/environment.ts';
import { Shell } from '../shell/shell.tsx';

export interface RouterContext {
  queries: QueryClient;
  /** The session lacks what the organization requires: the user's own page says what to do. */
  isLimited: boolean;
  /** What the user may do. */
  scopes: readonly string[];
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => {
    if (context.isLimited && location.pathname !== '/profile') throw redirect({ to: '/profile' });
  },
  loader: async ({ context }) => {
    if (place.environment === 'production' || context.isLimited) return;
    const clock = one(getClock, {});
    const known = context.queries.getQueryData(clock.queryKey);
    const read = await context.queries.fetchQuery(clock).catch((error: unknown) => {
      // The screen stays, with what was typed, if only the time could not be read again.
      if (known) return null;
      throw error;
    });
    if (read) setClock(read.now);
  },
  staleTime: 60_000,
  component: Shell,
});
