import type { MigrationOutlook, SimulationResult } from '../../../api/generated/types.ts';
import { type Column, identifier, money, status, text } from '../../../ui/data-table/columns.tsx';
import { looksOf } from '../../../ui/look.ts';

/** An account in the preview; its amounts come later. */
export interface OutlookRow extends MigrationOutlook {
  amounts: SimulationResult | undefined;
}

const outlook = looksOf<MigrationOutlook['status'], 'outlook'>(
  { COMPLETED: { tone: 'good' }, FAILED: { tone: 'bad' } },
  'outlook',
);

export const outlookColumns: readonly Column<OutlookRow>[] = [
  identifier('account', ({ accountId }) => accountId, { place: 'title' }),
  status('outcome', ({ status: state }) => outlook.look(state)),
  text('effectiveFrom', ({ effectiveFrom }) => effectiveFrom),
  money('before', ({ amounts }) => ({ amount: amounts?.base, currency: amounts?.currency })),
  money('after', ({ amounts }) => ({ amount: amounts?.candidate, currency: amounts?.currency })),
  money('difference', ({ amounts }) => ({
    ...{ amount: amounts?.base === undefined ? undefined : amounts.difference, currency: amounts?.currency },
  })),
  text('note', ({ error, dropped, amounts }) => error ?? (dropped.join('; ') || amounts?.reason)),
];
