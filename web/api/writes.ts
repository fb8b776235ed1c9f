import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiOperation } from './operation.ts';
import { areaKey } from './queries.ts';
import { staleAfter } from './stale-after.ts';
import { send } from './transport.ts';

/**
 * A write of the signed-in user. Each attempt of the same input carries the same idempotency key, so that
 * a repetition after a lost connection counts once. Afterwards, what it may have changed is read anew.
 */
export function useWrite<Input, Output>(operation: ApiOperation<Input, Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) =>
      send(
        operation,
        input,
        operation.method === 'POST' ? { idempotencyKey: keyFor(operation.id, input) } : {},
      ),
    onSuccess: (_, input) => {
      forgetKey(operation.id, input);
      return markStale(client, operation.area);
    },
  });
}

/** After a new sign-in: whatever was fetched may belong to somebody else. */
export function markAllStale(client: QueryClient): Promise<void> {
  return client.invalidateQueries();
}

export async function markStale(client: QueryClient, area: string): Promise<void> {
  await Promise.all(
    staleAfter({ area }).map((each) => client.invalidateQueries({ queryKey: areaKey(each) })),
  );
}

const keys = new Map<string, string>();

function keyFor(id: string, input: unknown): string {
  const name = JSON.stringify([id, input]);
  const key = keys.get(name) ?? crypto.randomUUID();
  keys.set(name, key);
  return key;
}

function forgetKey(id: string, input: unknown): void {
  keys.delete(JSON.stringify([id, input]));
}
