import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { findPlanErrors } from '../find-plan-errors.ts';
import { lockOpenPlan } from '../lock-open-plan.ts';
import { checkMigration, planMigration } from '../plan-migration.ts';
import {
  migrationModeNotAllowed,
  planArchived,
  planHasErrors,
  planHasNoDraft,
  planNotFound,
} from '../problems.ts';
import { FinalizePricePlanRequest, PricePlanParams } from '../schema.ts';
import { findPlanVersion, updateVersion } from '../store/versions.ts';

export const finalizePricePlan = operation({
  id: 'finalizePricePlan',
  method: 'POST',
  route: '/v2/price_plans/{price_plan_id}/finalize',
  scope: 'plans:write',
  summary: 'Make the draft the active version',
  description:
    'Its rate cards can no longer change. Accounts keep their version, or a job moves them according to ' +
    '`migrationMode`.',
  request: { params: PricePlanParams, body: FinalizePricePlanRequest, isBodyOptional: true },
  response: { status: 200, body: Success },
  problems: [planNotFound, planArchived, planHasNoDraft, migrationModeNotAllowed, planHasErrors],
  async handle(context, { params, body }) {
    const { tx, org, now } = context;
    const id = params.price_plan_id;
    await lockOpenPlan(tx, org, id);
    const draft = await findPlanVersion(tx, org, { planId: id, version: 'LATEST' });
    if (draft?.status !== 'DRAFT') throw planHasNoDraft({ id });
    const requested = body ?? {};
    checkMigration(draft, requested);
    const errors = await findPlanErrors(tx, org, draft);
    if (errors.length > 0)
      throw planHasErrors({ id, errors: errors.map((error) => `${error.entityId} ${error.errorMessage}`) });
    await updateVersion(tx, org, { version: draft, now, set: { status: 'ACTIVE', finalizedAt: now } });
    await planMigration(context, { version: draft, requested });
    return { success: true };
  },
});
