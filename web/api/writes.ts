import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiOperation } from './operation.ts';
import { ApiProblem, isHeld } from './problem.ts';
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
    mutationFn: (input: Input) => write(operation, input),
    ...afterwards(client, operation),
  });
}

/** A change that is rejected if what it is based on, the response with the tag, is not current any more. */
export function useTaggedWrite<Input, Output>(operation: ApiOperation<Input, Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, tag }: { input: Input; tag: string | undefined }) =>
      send(operation, input, { ifMatch: tag }),
    ...afterwards(client, operation),
  });
}

/** What was written, or waits for its approval, is read anew. */
function afterwards(client: QueryClient, { area }: { area: string }) {
  return {
    onSuccess: () => markStale(client, area),
    onError: (error: Error) => isHeld(error) && markStale(client, APPROVALS),
  };
}

/** The area in which a request that is held appears. */
const APPROVALS = 'approvals';

/** A row that a write of several could not process. */
export interface FailedWrite<Row> {
  row: Row;
  error: unknown;
}

/**
 * One write for each of several rows, one after the other. It goes on after a row that the service rejects,
 * and its result are the rows that failed; what may have changed is read anew once, at the end.
 */
export function useWrites<Row, Input, Output>(
  operation: ApiOperation<Input, Output>,
  inputOf: (row: Row) => NoInfer<Input>,
) {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: (rows: readonly Row[]) =>
      writeAll(rows, { write: (row) => write(operation, inputOf(row)), onProgress: setDone }),
    onSettled: async (failed) => {
      await markStale(client, operation.area);
      if (failed?.some(({ error }) => isHeld(error))) await markStale(client, APPROVALS);
    },
  });
  return { ...mutation, done };
}

interface WriteAll<Row> {
  write(row: Row): Promise<unknown>;
  onProgress(done: number): void;
}

/** Stops when nobody is signed in or the service cannot be reached: all that follow would fail as well. */
export async function writeAll<Row>(
  rows: readonly Row[],
  { write: writeOne, onProgress }: WriteAll<Row>,
): Promise<FailedWrite<Row>[]> {
  const failed: FailedWrite<Row>[] = [];
  for (const [index, row] of rows.entries()) {
    onProgress(index);
    try {
      await writeOne(row);
    } catch (error) {
      if (isForAll(error)) return [...failed, ...rows.slice(index).map((each) => ({ row: each, error }))];
      failed.push({ row, error });
    }
  }
  onProgress(rows.length);
  return failed;
}

function isForAll(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status === 401);
}

/** After a new sign-in: whatever was fetched may belong to somebody else. */
export function markAllStale(client: QueryClient): Promise<void> {
  return client.invalidateQueries();
}

async function markStale(client: QueryClient, area: string): Promise<void> {
  await Promise.all(
    staleAfter({ area }).map((each) => client.invalidateQueries({ queryKey: areaKey(each) })),
  );
}

const keys = new Map<string, string>();

/** One attempt. Those of the same input carry the same idempotency key until the outcome is known. */
export async function write<Input, Output>(
  operation: ApiOperation<Input, Output>,
  input: Input,
): Promise<Output> {
  if (operation.method !== 'POST') return await send(operation, input);
  const name = JSON.stringify([operation.id, input]);
  const idempotencyKey = keys.get(name) ?? crypto.randomUUID();
  keys.set(name, idempotencyKey);
  try {
    const output = await send(operation, input, { idempotencyKey });
    keys.delete(name);
    return output;
  } catch (error) {
    // A request whose outcome is unknown is repeated, and so is one that waits for approval: another attempt
    // does not make it wait twice. Another attempt after any other answer is a new one.
    const isOpen = error instanceof ApiProblem && (error.isTransient || isHeld(error));
    if (!isOpen) keys.delete(name);
    throw error;
  }
}
