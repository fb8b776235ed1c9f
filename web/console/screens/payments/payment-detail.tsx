import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getPayment, reversePayment } from '../../../api/generated/payments.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { RecordName } from '../../../parts/record-name.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { WriterName } from '../../../parts/writer-name.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { PaymentLines } from './payment-lines.tsx';
import { paymentStatus } from './payment-view.ts';
import { ReverseButton } from './reverse-button.tsx';

const route = getRouteApi('/payments/$paymentId');

/** A payment: where it came from, and what it paid. */
export function PaymentDetail() {
  const t = useMessages('payments');
  const { paymentId } = route.useParams();
  const input = { payment_id: paymentId };
  const { data: payment } = useSuspenseQuery(one(getPayment, input));
  const { status = 'RECORDED', externalPaymentReferences: reference } = payment;
  return (
    <Page
      above={<Link to="/payments">{t('title')}</Link>}
      title={<bdi>{reference.transactionNumber}</bdi>}
      beside={
        <>
          <StatusBadge look={paymentStatus.look(status)} say={t} />
          <Identifier value={payment.id} isShort />
        </>
      }
      actions={
        <>
          {status === 'RECORDED' && (
            <Allowed operation={reversePayment}>
              <ReverseButton payment={payment} />
            </Allowed>
          )}
          <SnippetButton code={snippet(getPayment, input)} />
        </>
      }
    >
      <WaitingNotices recordId={paymentId} />
      <Facts
        facts={[
          { label: t('amount'), value: <Money amount={payment.totalAmount} currency={payment.currency} /> },
          {
            label: t('account'),
            value: <RecordName kind={accounts} area="accounts" id={payment.accountId} />,
          },
          { label: t('method'), value: t(`method.${reference.sourceType}`) },
          { label: t('source'), value: <bdi>{reference.sourceName}</bdi> },
          { label: t('createdAt'), value: <Instant at={payment.createdAt} isExact /> },
          { label: t('createdBy'), value: <WriterName id={payment.createdBy} /> },
          {
            label: t('description'),
            value: <bdi>{payment.description ?? reference.description ?? '—'}</bdi>,
          },
          ...(payment.bankLineId
            ? [
                {
                  label: t('bankLine'),
                  value: (
                    <Link to="/payments" search={{ bank_line_id: payment.bankLineId }}>
                      {t('otherPayments')}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(payment.reversalReason ? [{ label: t('reversalReason'), value: payment.reversalReason }] : []),
        ]}
      />
      <Section title={t('lines')}>
        <PaymentLines payment={payment} />
      </Section>
    </Page>
  );
}
