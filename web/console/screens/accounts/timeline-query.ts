import { getScheduleDraft, listAccountSchedules } from '../../../api/generated/schedules.ts';
import { readAll, together } from '../../../api/queries.ts';
import { send } from '../../../api/transport.ts';

/** What is live and the draft, of one moment: otherwise a draft that became live would be shown as undone. */
export function timelineQuery(accountId: string) {
  const input = { account_id: accountId };
  const list = { ...input, pageSize: 100 };
  return together(getScheduleDraft, input, async (signal) => {
    const [state, live, draft] = await Promise.all([
      send(getScheduleDraft, input, { signal }),
      readAll(listAccountSchedules, { ...list, mode: 'ACTIVE' }, { signal }),
      readAll(listAccountSchedules, { ...list, mode: 'DRAFT' }, { signal }),
    ]);
    return { state, live, draft };
  });
}
