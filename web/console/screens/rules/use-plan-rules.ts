import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import {
  getPricePlanV2,
  listPricePlanPricingRules,
  updatePricePlanPricingRules,
} from '../../../api/generated/price-plans.ts';
import type { CreatePricingRule } from '../../../api/generated/request-types.ts';
import type { PricePlanV2, PricingRule } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';

/** The newest version of a plan and its rules, as they were read together. */
export interface PlanRules {
  plan: PricePlanV2;
  rules: readonly PricingRule[];
}

/** The rules of a plan, and what saves another list in their place unless somebody else was faster. */
export function usePlanRules(planId: string) {
  const client = useQueryClient();
  const input = { price_plan_id: planId };
  const { data: plan } = useSuspenseQuery(one(getPricePlanV2, input));
  const { data: page } = useSuspenseQuery(one(listPricePlanPricingRules, input));
  const write = useWrite(updatePricePlanPricingRules);
  const save = (read: PlanRules, pricingRules: CreatePricingRule[], onSuccess?: () => void) =>
    write.mutate(
      { ...input, body: { pricingRules, expectedUpdatedAt: read.plan.updatedAt } },
      { ...(onSuccess && { onSuccess }) },
    );
  /** The plan first: a change in between is then a conflict. */
  const readAnew = async (): Promise<PlanRules> => {
    const fresh = await client.fetchQuery({ ...one(getPricePlanV2, input), staleTime: 0 });
    const { data } = await client.fetchQuery({ ...one(listPricePlanPricingRules, input), staleTime: 0 });
    return { plan: fresh, rules: data };
  };
  return { plan, rules: page.data, write, save, readAnew };
}
