import { lockPath } from '../db/lock-path.ts';
import { invalidRequest, Problem, preconditionFailed } from '../problem.ts';
import { entityTagOf, hasEntityTag, isMatch, readTags, type WantedTags } from './entity-tag.ts';
import type { CompiledOperation, Executor } from './executor.ts';
import type { Context, Operation } from './operation.ts';
import { responseText } from './operation-response.ts';
import type { LongText } from './print-in-turns.ts';

/** The condition of a change: the resource must still be as its GET returned it. */
export interface Precondition {
  wanted: WantedTags;
  /** The GET of the same URL. */
  shown: CompiledOperation;
  path: string;
  params: Record<string, unknown>;
}

const CHANGES: readonly string[] = ['PATCH', 'PUT', 'DELETE'];

/**
 * The condition in `If-Match`; null without one. Raises `invalidRequest` where it cannot be honoured, because
 * ignoring it silently could overwrite changes.
 */
export function readPrecondition(
  ifMatch: string | undefined,
  requested: { operation: Operation; shown: CompiledOperation | null } & Pick<
    Precondition,
    'path' | 'params'
  >,
): Precondition | null {
  const { operation, shown, path, params } = requested;
  if (ifMatch === undefined || !CHANGES.includes(operation.method)) return null;
  const wanted = readTags('If-Match', ifMatch);
  if (shown && operation.handle && hasEntityTag(shown.operation)) return { wanted, shown, path, params };
  throw invalidRequest({
    problems: ['If-Match: is not supported, because this path has no GET that returns an ETag'],
  });
}

/**
 * Runs a change if the resource is as the caller last read it. Otherwise raises `preconditionFailed` and
 * changes nothing. Conditional changes of one URL run one after the other. Unconditional ones may still
 * change the resource between the check and the change. So the check is repeated after the change and before
 * its commit, on another connection, which sees only committed data: the changed rows are locked by then, so
 * that what it sees is what the change was based on, and stays so until the commit.
 */
export async function onlyIfUnchanged<T>(
  { database }: Executor,
  { precondition, context }: { precondition: Precondition; context: Context },
  change: () => Promise<T>,
): Promise<T> {
  const { tx, org, actor } = context;
  await lockPath(tx, { orgId: org.orgId, path: precondition.path });
  await requireMatch(precondition, await show(precondition, context));
  const result = await change();
  // A portal reads on writer connections, and a change must not wait for a second one.
  if (actor.portal) return result;
  const scope = { orgId: org.orgId, access: 'read' } as const;
  const beside = await database
    .transaction(scope, (reader) => show(precondition, { ...context, tx: reader }))
    .catch((error) => {
      throw error instanceof Problem ? preconditionFailed() : error;
    });
  await requireMatch(precondition, beside);
  return result;
}

async function requireMatch({ wanted, shown }: Precondition, text: string | LongText): Promise<void> {
  if (!isMatch(wanted, await entityTagOf(shown.operation, text))) throw preconditionFailed();
}

/** The response of the URL's GET to this caller. */
async function show({ shown, params }: Precondition, context: Context): Promise<string | LongText> {
  const { operation, validateQuery, writers, portalWriters } = shown;
  const { portal } = context.actor;
  // A caller who may not read the resource cannot know its tag.
  if (portal && !operation.portal) throw preconditionFailed();
  const query = {};
  validateQuery?.(query);
  const input = { params, query, body: undefined, page: undefined };
  const response = await operation.handle?.(context, input as never);
  return (await responseText(portal ? portalWriters : writers, operation, response)).text;
}
