import { lockPath } from '../db/lock-path.ts';
import { invalidRequest, Problem, preconditionFailed } from '../problem.ts';
import { entityTagOf, hasEntityTag, isMatch, readTags, type WantedTags } from './entity-tag.ts';
import { answerText, type CompiledOperation, type Executor } from './execute.ts';
import type { Context, Operation } from './operation.ts';
import type { LongText } from './print-in-turns.ts';

/** What a change depends on: that the thing is as its GET showed it. */
export interface Precondition {
  wanted: WantedTags;
  /** The GET of the address. */
  shown: CompiledOperation;
  path: string;
  params: Record<string, unknown>;
}

const CHANGES: readonly string[] = ['PATCH', 'PUT', 'DELETE'];

/**
 * What `If-Match` asks of a change; null when it asks for nothing. Raises `invalidRequest` where it cannot be
 * kept: who sends it would be sorry if it were overlooked.
 */
export function readPrecondition(
  ifMatch: string | undefined,
  asked: { operation: Operation; shown: CompiledOperation | null } & Pick<Precondition, 'path' | 'params'>,
): Precondition | null {
  const { operation, shown, path, params } = asked;
  if (ifMatch === undefined || !CHANGES.includes(operation.method)) return null;
  const wanted = readTags('If-Match', ifMatch);
  if (shown && operation.handle && hasEntityTag(shown.operation)) return { wanted, shown, path, params };
  throw invalidRequest({ problems: ['If-Match: this address has no GET whose ETag could be matched'] });
}

/**
 * Runs a change if the thing is as the caller knows it. Raises `preconditionFailed`, and nothing is changed.
 *
 * Those that depend on one address follow each other. Anybody else may have changed the thing between the
 * look at it and the change. So it is looked at again when the change has been made and is not committed: on
 * another connection, which sees what is committed. What was changed is locked by then, so that is what the
 * change was made on, and it stays so until it is committed.
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
  // A portal reads on connections of writers, of which a change must not wait for a second one.
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

/** What the GET of the address answers to this caller. */
async function show({ shown, params }: Precondition, context: Context): Promise<string | LongText> {
  const { operation, validateQuery, writers, portalWriters } = shown;
  const { portal } = context.actor;
  // Who may not read it has no tag of it.
  if (portal && !operation.portal) throw preconditionFailed();
  const query = {};
  validateQuery?.(query);
  const input = { params, query, body: undefined, page: undefined };
  const response = await operation.handle?.(context, input as never);
  return (await answerText(portal ? portalWriters : writers, operation, response)).text;
}
