import { useSuspenseQuery } from '@tanstack/react-query';
import { getAccountOverview } from '../../../api/generated/invoices.ts';
import type { Account, AccountOverview as Overview } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Address } from '../../../parts/address.tsx';
import { AmountLink, ExplainLink } from '../../../parts/explain-link.tsx';
import { customers } from '../../../parts/record-kinds.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { RecordName } from '../../../parts/record-name.tsx';
import { recordPath } from '../../../parts/use-record-link.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Instant, Period } from '../../../ui/instant.tsx';
import { Money, Quantity } from '../../../ui/money.tsx';
import { Facts, Section } from '../../../ui/page.tsx';
import { BurnUp } from './burn-up.tsx';

/** What the account owes, has left and uses now. */
export function AccountOverview({ account }: { account: Account }) {
  const t = useMessages('accounts');
  const { data } = useSuspenseQuery(one(getAccountOverview, { account_id: account.id }));
  const { currency, currentInvoice } = data;
  const money = (amount: string, isEstimate = false) => <Money {...{ amount, currency, isEstimate }} />;
  const linked = (tab: string, amount: string) => (
    <AmountLink to={recordPath('accounts', account.id)} search={{ tab }}>
      {money(amount)}
    </AmountLink>
  );
  return (
    <div className="flex flex-col gap-5">
      <Figures
        figures={[
          {
            label: t('balanceDue'),
            value: linked('invoices', data.balanceDue),
            note: t.count('openInvoices', data.openInvoices),
          },
          {
            label: t('overdue'),
            value: linked('invoices', data.overdueAmount),
            note: data.nextDueDate && <Instant at={data.nextDueDate} />,
          },
          {
            label: t('soFar'),
            value: currentInvoice ? (
              // As high as the figures beside it, though a finger can hit it.
              <span className="-my-0.5 inline-flex">
                <ExplainLink invoiceId={currentInvoice.id}>
                  {money(currentInvoice.totalAmount, true)}
                </ExplainLink>
              </span>
            ) : (
              '—'
            ),
            note: currentInvoice && <Instant at={currentInvoice.generatedAt} isRelative />,
          },
          {
            label: t('creditBalance'),
            value: linked('credits', data.credits.runningBalance),
            note: t('afterDrafts'),
          },
        ]}
      />
      <Facts
        facts={[
          {
            label: t('customer'),
            value: <RecordName kind={customers} area="customers" id={account.customerId} />,
          },
          { label: t('email'), value: <bdi>{account.primaryEmail ?? '—'}</bdi> },
          { label: t('address'), value: <Address address={account.address} /> },
          { label: t('currency'), value: account.invoiceCurrency },
        ]}
      />
      {currentInvoice && <CurrentCycle overview={data} />}
      <BurnUp overview={data} />
    </div>
  );
}

function CurrentCycle({ overview: { currentInvoice, currency } }: { overview: Overview }) {
  const t = useMessages('accounts');
  if (!currentInvoice) return null;
  return (
    <Section
      title={t('currentCycle')}
      actions={
        <span className="text-muted">
          <Period start={currentInvoice.startDate} end={currentInvoice.endDate} />
        </span>
      }
    >
      {currentInvoice.usage.length === 0 ? (
        <p className="text-muted">{t('noUsage')}</p>
      ) : (
        <ul className="flex flex-col">
          {currentInvoice.usage.map((line) => (
            <li
              key={line.id ?? line.description}
              className="flex items-center justify-between gap-3 border-b border-line py-0.5"
            >
              <bdi className="min-w-0 break-words">{line.description}</bdi>
              <ExplainLink invoiceId={currentInvoice.id} line={line.id}>
                <Quantity quantity={line.quantity ?? line.value} />
              </ExplainLink>
            </li>
          ))}
        </ul>
      )}
      <p className="flex items-center justify-between gap-3 font-medium">
        <RecordLink area="invoices" id={currentInvoice.id}>
          {t('draft')}
        </RecordLink>
        <ExplainLink invoiceId={currentInvoice.id}>
          <Money amount={currentInvoice.totalAmount} currency={currency} isEstimate />
        </ExplainLink>
      </p>
    </Section>
  );
}
