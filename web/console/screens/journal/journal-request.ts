import type { createReport } from '../../../api/generated/reports.ts';
import type { InputOf } from '../../../api/operation.ts';
import { addDays, startOfDayMs } from '../../../format/time.ts';

export interface FilePeriod {
  from: string;
  /** The day after the last one. */
  to: string;
}

const COLUMNS = [
  ...['booked_at', 'entry_id', 'kind', 'ledger_number', 'ledger_name', 'debit', 'credit', 'currency'],
  ...['number', 'account_id', 'account_name', 'customer_id', 'customer_name', 'invoice_id', 'payment_id'],
];
const ORDER = ['booked_at', 'line_id'];
/** What a file holds. */
const MAX_ROWS = 100_000;

/** The request of a file with all lines of a period, in the order of the journal. */
export function fileOf(
  { from, to }: FilePeriod,
  { zone, title }: { zone: string; title: string },
): InputOf<typeof createReport>['body'] {
  const at = (day: string) => new Date(startOfDayMs(day, zone)).toISOString();
  return {
    name: `${title} ${from} – ${addDays(to, -1)}`,
    ...{ startTime: at(from), endTime: at(to) },
    queryInput: {
      baseDataSource: 'journal',
      selects: COLUMNS.map((columnName) => ({ columnName })),
      sort: ORDER.map((columnName) => ({ column: { columnName }, sortOrder: 'ASC' as const })),
      limit: MAX_ROWS,
    },
  };
}
