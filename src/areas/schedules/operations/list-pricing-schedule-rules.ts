import { Type } from 'typebox';
import { findPlanVersion, findVersionOfReference, planNotFound } from '#areas/price-plans/index.ts';
import {
  describeRule,
  InvoiceTiming,
  listPricingRules,
  PricingRulePage,
} from '#areas/pricing-rules/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import { Text } from '#platform/http/schemas.ts';
import { findPriceReference } from '../list-schedule-prices.ts';
import { scheduleNotFound } from '../problems.ts';
import { findSchedule } from '../store/schedules.ts';

export const listPricingScheduleRules = operation({
  id: 'listPricingScheduleRules',
  method: 'GET',
  route: '/price_plans/{price_plan_id}/pricing_schedules/{pricing_schedule_id}/pricing_rules',
  scope: 'plans:read',
  summary: 'List the pricing rules of a live schedule or a plan version',
  description:
    'The id belongs to a schedule of any account on the plan, or is the referenceId of a plan version. ' +
    'In-advance rules first, each timing in evaluation order. The list is complete.',
  deprecated: { ...SUPERSEDED, successor: 'GET /v2/price_plans/{price_plan_id}/pricing_rules' },
  request: {
    params: Type.Object({ price_plan_id: Text(1, 50), pricing_schedule_id: Text(1, 50) }),
    query: Type.Object({ invoice_timing: Type.Optional(InvoiceTiming) }),
  },
  response: { status: 200, body: PricingRulePage },
  problems: [planNotFound, scheduleNotFound],
  async handle(context, { params, query }) {
    const { tx, org } = context;
    const requested = { planId: params.price_plan_id, id: params.pricing_schedule_id };
    const timing = query.invoice_timing;
    const rules = await listPricingRules(tx, org, await getReference(context, requested));
    const wanted = rules.filter(({ invoiceTiming }) => timing === undefined || invoiceTiming === timing);
    return { data: wanted.map(describeRule) };
  },
});

/** The reference of the rules: the schedule's own list, or that of a version. */
async function getReference(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { planId, id }: { planId: string; id: string },
): Promise<string> {
  if (!(await findPlanVersion(tx, org, { planId, version: 'LATEST' }))) throw planNotFound({ id: planId });
  const schedule = await findSchedule(tx, org, id);
  if (schedule?.planId === planId) return findPriceReference(tx, org, schedule);
  const version = await findVersionOfReference(tx, org, { planId, referenceId: id });
  if (!version) throw scheduleNotFound({ id });
  return version.referenceId;
}
