import { useQueryClient } from '@tanstack/react-query';
import { getPricePlanV2 } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';

/** Reads a plan as it is stored now, after somebody else was faster. */
export function useFreshPlan(planId: string): () => Promise<PricePlanV2> {
  const client = useQueryClient();
  return () => client.fetchQuery({ ...one(getPricePlanV2, { price_plan_id: planId }), staleTime: 0 });
}
