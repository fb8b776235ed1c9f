import type { BillRun } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { jobStatus } from '../../../parts/job-look.ts';
import { type Column, identifier, moment, status, text } from '../../../ui/data-table/columns.tsx';
import { Amounts } from './amounts.tsx';
import { amountsText } from './bill-run-view.ts';

/** What a run issued; before that, what it would issue. */
function amountsOf({ issued, review }: BillRun) {
  return issued.length > 0 ? issued : (review?.totals ?? []);
}

const count = (id: string, read: (run: BillRun) => number, place: 'meta' | 'none' = 'none') =>
  text<BillRun>(id, (run) => formatCount(read(run)), { isNumber: true, place });

export const billRunColumns: readonly Column<BillRun>[] = [
  moment('createdAt', ({ createdAt }) => createdAt, { place: 'title' }),
  status('status', ({ status: state }) => jobStatus.look(state)),
  count('drafts', ({ totalEntries }) => totalEntries, 'meta'),
  {
    id: 'amount',
    cell: (run) => <Amounts amounts={amountsOf(run)} isEstimate={run.issued.length === 0} />,
    text: (run) => amountsText(amountsOf(run)),
    isNumber: true,
    place: 'amount',
  },
  count('failed', ({ failedEntries }) => failedEntries),
  count('held', ({ heldEntries }) => heldEntries),
  identifier('id', ({ id }) => id),
];
