import { editAccountSchedules } from '../../../api/generated/schedules.ts';
import type { ScheduleEdit, UpdatePricingScheduleResponse } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';

/** Puts edits into the draft of an account; the draft continues what was edited before. */
export function useScheduleEdit(accountId: string, onDone: (draft: UpdatePricingScheduleResponse) => void) {
  const { mutate, isPending, error } = useWrite(editAccountSchedules);
  const edit = (edits: ScheduleEdit[]) =>
    mutate({ account_id: accountId, body: { edits } }, { onSuccess: onDone });
  return { edit, isPending, error };
}
