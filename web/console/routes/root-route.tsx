import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { getClock } from '../../api/generated/organization.ts';
import { one } from '../../api/queries.ts';
import { setClock } from '../../format/time.ts';
import { place } from '../../session/environment.ts';
import { Shell } from '../shell/shell.tsx';

export interface RouterContext {
  queries: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context }) => {
    if (place.environment === 'production') return;
    const { now } = await context.queries.fetchQuery(one(getClock, {}));
    setClock(now);
  },
  staleTime: 60_000,
  component: Shell,
});
