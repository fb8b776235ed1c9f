import { isOperatorActor } from '#areas/users/index.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { operatorsOnly } from '../problems.ts';
import type { Deciding } from './decide.ts';

/** The caller, if it is an operator. Raises `operatorsOnly`. */
export async function decidingOperator(context: LongContext): Promise<Deciding> {
  const { database, deployment, actor, org, requestId, operationId, address } = context;
  const { user } = actor;
  if (!user || !(await isOperatorActor({ database, host: deployment.host }, actor))) throw operatorsOnly();
  const audited = { ...nameActor(actor), requestId, operationId, address };
  return { database, orgId: org.orgId, actor: audited, by: user.name };
}
