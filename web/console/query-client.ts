import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem.ts';

const MAX_TRIES = 2;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A request without a connection fails and says so; it would wait in silence otherwise.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < MAX_TRIES && error instanceof ApiProblem && error.isTransient,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
