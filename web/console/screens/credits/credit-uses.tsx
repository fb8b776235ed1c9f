import { listCreditUses } from '../../../api/generated/balances.ts';
import type { CreditDetails, CreditUse } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { explained, recordLink } from '../../../parts/balances/linked-columns.tsx';
import { List } from '../../../parts/list-page.tsx';
import { type Column, moment, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** The lines that a credit paid or would pay; each amount leads to the explanation of its line. */
export function CreditUses({ credit }: { credit: CreditDetails }) {
  const t = useMessages('credits');
  return (
    <List
      name={t('uses')}
      operation={listCreditUses}
      input={{ credit_id: credit.id }}
      columns={columnsOf(credit)}
      idOf={({ id }) => id}
      say={t}
      empty={<EmptyState text={t('noUses')} />}
    />
  );
}

function columnsOf({ id, creditUnit: currency }: CreditDetails): readonly Column<CreditUse>[] {
  return [
    recordLink('invoice', ({ invoiceId, sequenceId }, say) => ({
      ...{ area: 'invoices', id: invoiceId, name: sequenceId ?? say('draft') },
    })),
    text('line', ({ lineName, lineId }, say) => lineName ?? lineId ?? say('draftLines')),
    status('state', ({ state }) => ({ tone: state === 'USED' ? 'good' : 'warn', word: `use.${state}` })),
    moment('usedAt', ({ usedAt }) => usedAt),
    explained('amount', ({ invoiceId, lineId, amount }) => ({
      // A draft has the credit as a line of its own, which lists what it pays.
      ...{ amount, currency, invoiceId, line: lineId ?? id },
    })),
  ];
}
