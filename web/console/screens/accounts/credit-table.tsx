import { useSuspenseQuery } from '@tanstack/react-query';
import { getCreditBalance, listCredits } from '../../../api/generated/credits.ts';
import type { Credit } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { subtract } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { creditStatus } from '../../../parts/credit-look.ts';
import { List } from '../../../parts/list-page.tsx';
import { type Column, money, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Money } from '../../../ui/money.tsx';

const columns: readonly Column<Credit>[] = [
  text('purpose', ({ purpose }) => purpose, { place: 'title' }),
  status('status', ({ status: state }) => creditStatus.look(state)),
  money('granted', ({ creditAmount, creditUnit }) => ({ amount: creditAmount, currency: creditUnit }), {
    place: 'none',
  }),
  money('used', ({ consumedAmount, creditUnit }) => ({ amount: consumedAmount, currency: creditUnit }), {
    place: 'none',
  }),
  money('left', ({ creditAmount, consumedAmount, creditUnit }) => ({
    amount: subtract(creditAmount, consumedAmount),
    currency: creditUnit,
  })),
  time('effectiveFrom', ({ effectiveFrom }) => effectiveFrom, { place: 'none' }),
  time('effectiveUntil', ({ effectiveUntil }) => effectiveUntil),
];

/** The credits of the account: granted, used and left. */
export function CreditTable({ accountId }: { accountId: string }) {
  const t = useMessages('accounts');
  const { data: balance } = useSuspenseQuery(one(getCreditBalance, { account_id: accountId }));
  const amount = (value: string) => <Money amount={value} currency={balance.unit} />;
  return (
    <div className="flex flex-col gap-5">
      <Figures
        figures={[
          { label: t('availableCredits'), value: amount(balance.availableBalance) },
          { label: t('creditBalance'), value: amount(balance.runningBalance), note: t('afterDrafts') },
          { label: t('inapplicable'), value: amount(balance.inapplicableCredits) },
        ]}
      />
      <List
        name={t('credits')}
        operation={listCredits}
        input={{ account_id: accountId }}
        columns={columns}
        idOf={({ id }) => id}
        say={t}
        empty={<EmptyState text={t('noCredits')} />}
      />
    </div>
  );
}
