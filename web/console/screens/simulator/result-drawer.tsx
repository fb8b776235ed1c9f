import { useQuery } from '@tanstack/react-query';
import { listInvoices } from '../../../api/generated/invoices.ts';
import type { SimulationResult } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { formatPeriod } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Money } from '../../../ui/money.tsx';
import { invoiceOf } from './result-points.ts';

/** The amounts of an account by cycle and rate card, before and after. */
export function ResultDrawer({ result, onClose }: { result: SimulationResult; onClose(): void }) {
  const t = useMessages('simulator');
  const { accountId, accountName, currency, cycles, reason } = result;
  // Who may not read invoices has no links to them.
  const isAllowedTo = isAllowed(useSession(), listInvoices);
  const { data } = useQuery({
    ...one(listInvoices, { account_id: accountId, pageSize: MOST }),
    enabled: isAllowedTo,
  });
  const invoiceIdOf = (start: string) => invoiceOf(data?.data ?? [], start);
  return (
    <Drawer title={accountName} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <p className="mb-3">
        <RecordLink area="accounts" id={accountId} />
      </p>
      {reason && <p className="text-muted">{reason}</p>}
      {cycles.map((cycle) => (
        <section key={cycle.start} className="mb-5">
          <h3 className="mb-1 flex flex-wrap items-center justify-between gap-2 font-semibold">
            {formatPeriod(cycle.start, cycle.end)}
            {invoiceIdOf(cycle.start) && (
              <span className="font-normal text-accent">
                <ExplainLink invoiceId={invoiceIdOf(cycle.start) ?? ''}>{t('invoiceOf')}</ExplainLink>
              </span>
            )}
          </h3>
          <table className="w-full border-separate border-spacing-0">
            <thead>
              <tr className="text-caption text-muted">
                {(['card', 'before', 'after', 'difference'] as const).map((key, index) => (
                  <th key={key} scope="col" className={index === 0 ? START : END}>
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cycle.cards.map((card) => (
                <tr key={`${card.type} ${card.billableId}`}>
                  <td className="h-8 border-b border-line break-words">
                    <bdi>{card.displayName}</bdi>
                  </td>
                  <td className={AMOUNT}>
                    <Explained invoiceId={invoiceIdOf(cycle.start)} line={card.billableId}>
                      <Money amount={card.base} currency={currency} />
                    </Explained>
                  </td>
                  <td className={AMOUNT}>
                    <Money amount={card.candidate} currency={currency} />
                  </td>
                  <td className={AMOUNT}>
                    <Money amount={card.difference} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </Drawer>
  );
}

const MOST = 50;

/** An amount that was billed leads to its explanation; one of other prices was not. */
function Explained({
  invoiceId,
  line,
  children,
}: Omit<Parameters<typeof ExplainLink>[0], 'invoiceId'> & { invoiceId: string | undefined }) {
  if (invoiceId === undefined) return children;
  return (
    <ExplainLink invoiceId={invoiceId} line={line}>
      {children}
    </ExplainLink>
  );
}

const AMOUNT = 'h-8 border-b border-line ps-3 text-end';
const START = 'h-8 border-b border-line-strong text-start font-medium';
const END = 'h-8 border-b border-line-strong ps-3 text-end font-medium';
