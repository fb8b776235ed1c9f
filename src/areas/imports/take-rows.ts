import { inSavepoint } from '#platform/db/idempotency.ts';
import { parseBody } from '#platform/http/body.ts';
import { compileOperation } from '#platform/http/compile.ts';
import type { Context, Operation } from '#platform/http/operation.ts';
import { invalidRequest, Problem } from '#platform/problem.ts';
import type { ROW_STATUSES } from './schema.ts';

/** The result of a row. */
export interface Verdict {
  /** Id of the resource, if the row has one. */
  id: string | null;
  status: (typeof ROW_STATUSES)[number];
  /** The error of a failed row and its remedy. */
  error: string | null;
}

/** Creates the resource of one body, or finds that it exists. Raises the problems of the operation. */
export type TakeRow = (context: Context, body: string) => Promise<Omit<Verdict, 'error'>>;

/** Imports rows one by one; a failed row is rolled back alone. */
export async function takeEach(
  context: Context,
  bodies: readonly string[],
  take: TakeRow,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const body of bodies)
    try {
      verdicts.push({ ...(await inSavepoint(context.tx, () => take(context, body))), error: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      verdicts.push({ id: idIn(body), status: 'FAILED', error: error.message });
    }
  return verdicts;
}

/** Parses the body with the operation's reader and schema, as in a request. */
export function readAs<T>(operation: Operation, { deployment }: Context, text: string): T {
  const wire = { prefix: deployment.wirePrefix, isLegacy: deployment.isWireLegacy };
  const compiled = compileOperation(operation, wire);
  const body = parseBody(Buffer.from(text), compiled);
  const problems = compiled.validateBody?.(body) ?? [];
  if (problems.length > 0) throw invalidRequest({ problems });
  return body as T;
}

/** Runs the handler of the operation with the body. */
export async function run(operation: Operation, context: Context, body: object): Promise<void> {
  if (!operation.handle) throw new Error(`operation ${operation.id} has no handler`);
  await operation.handle(context, { params: undefined, query: undefined, body, page: undefined } as never);
}

export function differs(what: string, members: readonly string[]): string {
  const names = members.slice(0, 10).join(', ');
  return `${what} already exists with a different ${names}; change it with PATCH, or correct the row`;
}

const MAX_ID = 512;

export function idIn(body: string): string | null {
  const { id, idempotencyKey } = JSON.parse(body) as { id?: unknown; idempotencyKey?: unknown };
  const found = id ?? idempotencyKey;
  return typeof found === 'string' ? found.slice(0, MAX_ID) : null;
}
