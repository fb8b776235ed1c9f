import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createCredits, getCreditBalance, listCredits } from '../../../api/generated/credits.ts';
import type { Credit } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { subtract } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { creditStatus } from '../../../parts/credit-look.ts';
import { List } from '../../../parts/list-page.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
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
  money('left', ({ status: state, creditAmount, consumedAmount, creditUnit }) => ({
    amount: state === 'ACTIVE' ? subtract(creditAmount, consumedAmount) : '0',
    currency: creditUnit,
  })),
  time('effectiveFrom', ({ effectiveFrom }) => effectiveFrom, { place: 'none' }),
  time('effectiveUntil', ({ effectiveUntil }) => effectiveUntil),
];

/** The credits of the account: granted, used and left. */
export function CreditTable({ accountId }: { accountId: string }) {
  const t = useMessages('accounts');
  const link = useRecordLink(pathOf);
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
        link={link}
        say={t}
        filters={
          <Allowed operation={createCredits}>
            <Link to="/credits/new" search={{ account_id: accountId }} className={buttonClasses()}>
              {t('grantCredit')}
            </Link>
          </Allowed>
        }
        empty={<EmptyState text={t('noCredits')} />}
      />
    </div>
  );
}

function pathOf({ id }: Credit): string {
  return recordPath('credits', id);
}
