import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { place } from '../session/environment.ts';
import type { ApiOperation, OperationFacts } from './operation.ts';
import { send } from './transport.ts';

/** `[environment, area, operation, kind, input]`: an area becomes stale by its first two members. */
export function keyOf(operation: OperationFacts, kind: 'one' | 'pages' | 'all' | 'together', input: unknown) {
  return [place.environment, operation.area, operation.id, kind, input] as const;
}

export function areaKey(area: string) {
  return [place.environment, area] as const;
}

/** The query of one response. */
export function one<Input, Output>(operation: ApiOperation<Input, Output>, input: Input) {
  return queryOptions({
    queryKey: keyOf(operation, 'one', input),
    queryFn: ({ signal }) => send(operation, input, { signal }),
  });
}

/**
 * The query of a computation that a POST begins and that changes no record, such as a draft review, with the
 * time in ms since 1970 of the request.
 */
export function computation<Input, Output>(operation: ApiOperation<Input, Output>, input: Input) {
  return queryOptions({
    queryKey: keyOf(operation, 'one', input),
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now();
      return { requestedAt, begun: await send(operation, input, { signal }) };
    },
  });
}

export interface Page {
  nextToken?: string | null | undefined;
}

/** The row of a page: most pages hold theirs in `data`, some under a name of their own. */
export type RowOf<Output> = Output extends { data: (infer Row)[] }
  ? Row
  : { [Name in keyof Output]: Output[Name] extends (infer Row)[] ? Row : never }[keyof Output];

export function rowsOf<Output extends Page>(page: Output): RowOf<Output>[] {
  const { data } = page as { data?: unknown };
  return (Array.isArray(data) ? data : (Object.values(page).find(Array.isArray) ?? [])) as RowOf<Output>[];
}

/** The query of a list, page by page. */
export function pages<Input, Output extends Page>(operation: ApiOperation<Input, Output>, input: Input) {
  return infiniteQueryOptions({
    queryKey: keyOf(operation, 'pages', input),
    queryFn: ({ signal, pageParam }) => send(operation, input, { signal, nextToken: pageParam || undefined }),
    initialPageParam: '',
    getNextPageParam: ({ nextToken }) => nextToken || undefined,
  });
}

/** The query of a whole list, for a screen that shows it at once, such as the cards of a plan. */
export function all<Input, Output extends Page>(operation: ApiOperation<Input, Output>, input: Input) {
  return queryOptions({
    queryKey: keyOf(operation, 'all', input),
    queryFn: async ({ signal }) => ({ rows: await readAll(operation, input, { signal }) }),
  });
}

/**
 * Several requests of the area of an operation as one query, for a screen that must not show one of them
 * older than another.
 */
export function together<Input, Result>(
  operation: ApiOperation<Input, unknown>,
  input: Input,
  read: (signal: AbortSignal) => Promise<Result>,
) {
  return queryOptions({
    queryKey: keyOf(operation, 'together', input),
    queryFn: ({ signal }) => read(signal),
  });
}

/** The query of a computation in several requests, one after the other, such as the check of a long file. */
export function inParts<Input, Output>(operation: ApiOperation<Input, Output>, inputs: readonly Input[]) {
  return queryOptions({
    queryKey: keyOf(operation, 'all', inputs),
    queryFn: async ({ signal }) => {
      const outputs: Output[] = [];
      for (const input of inputs) outputs.push(await send(operation, input, { signal }));
      return outputs;
    },
  });
}

/**
 * Reads a list to its end, page after page, and reports the number of rows after each. An error or an abort
 * rejects: a part of the rows would look complete.
 */
export async function readAll<Input, Output extends Page>(
  operation: ApiOperation<Input, Output>,
  input: Input,
  { signal, onCount }: { signal?: AbortSignal; onCount?(rows: number): void } = {},
): Promise<RowOf<Output>[]> {
  const rows: RowOf<Output>[] = [];
  let nextToken: string | undefined;
  do {
    signal?.throwIfAborted();
    const page = await send(operation, input, { ...(signal && { signal }), nextToken });
    rows.push(...rowsOf(page));
    onCount?.(rows.length);
    nextToken = page.nextToken || undefined;
  } while (nextToken);
  return rows;
}
