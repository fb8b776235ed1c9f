import type { Approval } from '../../../api/generated/types.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { useName } from '../../../parts/record-names/use-names.ts';
import { Money } from '../../../ui/money.tsx';
import { Facts } from '../../../ui/page.tsx';
import { resultOf, targetOf } from './approval-view.ts';

/** Who asked for what and when, its amounts, and what became of it. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const t = useMessages('approvals');
  const { totals, requestedBy, decidedBy, decidedAt, comment, createdAt, expiresAt, status } = approval;
  const result = resultOf(approval);
  const target = targetOf(approval);
  const amounts = totals.filter(({ amount }) => amount !== undefined);
  return (
    <Facts
      facts={[
        { label: t('who'), value: <bdi>{requestedBy.name}</bdi> },
        ...(target ? [{ label: t('record'), value: <Target {...target} /> }] : []),
        { label: t('when'), value: formatInstant(createdAt) },
        ...amounts.map(({ kind, amount, currency }) => ({
          label: amounts.length > 1 ? `${t('amount')} (${currency}, ${kind})` : t('amount'),
          value: <Money amount={amount} currency={currency} />,
        })),
        ...(status === 'PENDING' ? [{ label: t('expires'), value: formatInstant(expiresAt) }] : []),
        ...(decidedBy ? [{ label: t('decidedBy'), value: <bdi>{decidedBy.name}</bdi> }] : []),
        ...(decidedAt ? [{ label: t('decidedAt'), value: formatInstant(decidedAt) }] : []),
        ...(comment ? [{ label: t('comment'), value: <bdi>{comment}</bdi> }] : []),
        ...(result ? [{ label: t('result'), value: <RecordLink area={result.area} id={result.id} /> }] : []),
      ]}
    />
  );
}

function Target({ area, id }: { area: string; id: string }) {
  const t = useMessages('approvals');
  if (area === 'bill-runs')
    return (
      <RecordLink area={area} id={id}>
        {t('openBillRun')}
      </RecordLink>
    );
  return area === 'invoices' ? <InvoiceNumber id={id} /> : <RecordLink area={area} id={id} />;
}

/** A link to an invoice by its number; to a draft, which has none, by its id. */
function InvoiceNumber({ id }: { id: string }) {
  return (
    <RecordLink area="invoices" id={id}>
      {useName({ kind: 'invoices', id }) ?? id}
    </RecordLink>
  );
}
