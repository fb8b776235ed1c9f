import type { Import } from '../../../api/generated/types.ts';
import { readCsv } from '../../../format/read-csv.ts';
import { looksOf } from '../../../ui/look.ts';

export const importStatus = looksOf<Import['status']>({
  QUEUED: { tone: 'info', shape: 'outline' },
  RUNNING: { tone: 'info' },
  COMPLETED: { tone: 'good' },
  FAILED: { tone: 'bad' },
});

export const importType = looksOf<Import['type'], 'type'>(
  {
    CUSTOMERS: { tone: 'neutral' },
    ACCOUNTS: { tone: 'neutral' },
    EVENTS: { tone: 'neutral' },
    LICENSES: { tone: 'neutral' },
  },
  'type',
);

export function isOver({ status }: Pick<Import, 'status'>): boolean {
  return status === 'COMPLETED' || status === 'FAILED';
}

/** In per cent; 0 until the whole file was read. */
export function percentOf({ takenRows, totalRows = 0 }: Pick<Import, 'takenRows' | 'totalRows'>): number {
  return totalRows === 0 ? 0 : Math.floor((takenRows / totalRows) * 100);
}

/** A check that has ended well enough for its file to be imported. */
export function canBeImported(checked: Pick<Import, 'dryRun' | 'status' | 'createdRows'>): boolean {
  return checked.dryRun && checked.status === 'COMPLETED' && checked.createdRows > 0;
}

export interface RejectedRow {
  /** Of the file. */
  line: string;
  id: string;
  error: string;
}

/** More rows of results than a page reads. */
const MAX_SHOWN = 50_000;

export function hasTooMany({ takenRows }: Pick<Import, 'takenRows'>): boolean {
  return takenRows > MAX_SHOWN;
}

/** The rows that were rejected, of the file of results: line, id, status and error of each row. */
export function rejectedOf(csv: string): RejectedRow[] {
  const [, ...records] = readCsv(csv).records;
  return records.flatMap(({ cells: [line = '', id = '', status, error = ''] }) =>
    status === 'FAILED' ? [{ line, id, error }] : [],
  );
}
