import { isOperatorActor } from '#areas/users/index.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import type { Deciding } from './outgoing/decide.ts';
import { operatorsOnly } from './problems.ts';

/** Raises `operatorsOnly` unless the caller is an operator. */
export async function requireOperator({
  database,
  deployment,
  actor,
}: Pick<LongContext, 'database' | 'deployment' | 'actor'>): Promise<void> {
  if (!(await isOperatorActor({ database, host: deployment.host }, actor))) throw operatorsOnly();
}

/** The caller, if it is an operator. Raises `operatorsOnly`. */
export async function decidingOperator(context: LongContext): Promise<Deciding> {
  await requireOperator(context);
  const { database, actor, org, requestId, operationId, address } = context;
  if (!actor.user) throw operatorsOnly();
  const audited = { ...nameActor(actor), requestId, operationId, address };
  return { database, orgId: org.orgId, actor: audited, by: actor.user.name };
}
