import { editPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import type { BulkRateCardOperationsRequest } from '../../../api/generated/request-types.ts';
import { editScheduleRateCards } from '../../../api/generated/schedules.ts';
import { useWrite } from '../../../api/writes.ts';

/** Whose cards are edited: those of a plan, or those that an account has instead of its plan's. */
export type CardTarget = { planId: string } | { accountId: string; scheduleId: string };

type Operations = BulkRateCardOperationsRequest['operations'];

/** Edits the cards of a draft. Only a plan knows whether somebody else has changed it in the meantime. */
export function useCardWrite(target: CardTarget) {
  const plan = useWrite(editPricePlanRateCards);
  const schedule = useWrite(editScheduleRateCards);
  const { isPending, error } = 'planId' in target ? plan : schedule;
  const edit = (
    operations: Operations,
    { expectedUpdatedAt, onSuccess }: { expectedUpdatedAt?: string | undefined; onSuccess(): void },
  ) => {
    if (!('planId' in target))
      return schedule.mutate({ schedule_id: target.scheduleId, body: { operations } }, { onSuccess });
    const body = { operations, ...(expectedUpdatedAt && { expectedUpdatedAt }) };
    return plan.mutate({ price_plan_id: target.planId, body }, { onSuccess });
  };
  return { edit, isPending, error };
}
