import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import {
  describeRule,
  PricingRulePage,
  readPricingRules,
  replacePricingRules,
  ruleInvalid,
  UpdatePricingRulesRequest,
} from '#areas/pricing-rules/index.ts';
import { operation } from '#platform/http/operation.ts';
import { openOverride } from '../open-override.ts';
import { OVERRIDE_PROBLEMS } from '../problems.ts';
import { ScheduleParams } from '../schema.ts';

export const updateSchedulePricingRules = operation({
  id: 'updateSchedulePricingRules',
  method: 'PUT',
  route: '/v2/schedules/{schedule_id}/pricing_rules',
  scope: 'plans:write',
  summary: 'Replace the pricing rules of a draft schedule',
  description:
    'The sent list replaces the whole list. The plan and other schedules keep their rules. Rule targets ' +
    'are checked when the draft is finalized; GET …/errors lists errors before that.',
  request: { params: ScheduleParams, body: UpdatePricingRulesRequest },
  response: { status: 200, body: PricingRulePage },
  problems: [accountNotFound, accountArchived, ...OVERRIDE_PROBLEMS, ruleInvalid],
  async handle({ tx, org, now }, { params, body }) {
    const rules = await readPricingRules(body.pricingRules ?? [], 'pricingRules');
    const { referenceId } = await openOverride({ tx, org, now }, params.schedule_id);
    const saved = await replacePricingRules(tx, org, { referenceId, rules, now });
    return { data: saved.map(describeRule) };
  },
});
