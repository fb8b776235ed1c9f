import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewRefund } from '../../../api/generated/invoices.ts';
import type { InputOf } from '../../../api/operation.ts';
import { one } from '../../../api/queries.ts';
import { isZero } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Money } from '../../../ui/money.tsx';

/** Where the money goes, as the service computes it for what is typed. */
export function RefundPreview({ input }: { input: InputOf<typeof previewRefund> | null }) {
  const t = useMessages('refund');
  const { data, error } = useQuery({
    ...one(previewRefund, input ?? { invoice_id: '' }),
    enabled: input !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (input === null) return <p className="text-muted">{t('previewEmpty')}</p>;
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <div aria-hidden className="h-16" />;
  const { amount, tax, currency, parts, walletTaken } = data;
  return (
    <dl aria-live="polite" className="flex flex-col gap-1 rounded-md bg-sunken p-3 tabular-nums">
      <Row label={t('refundGives')} amount={amount} currency={currency} isStrong />
      {tax !== undefined && !isZero(tax) && <Row label={t('refundTax')} amount={tax} currency={currency} />}
      {parts.map((part) => (
        <Row key={part.to} label={t(`to.${part.to}`)} amount={part.amount} currency={currency} />
      ))}
      {walletTaken !== undefined && <Row label={t('walletTaken')} amount={walletTaken} currency={currency} />}
    </dl>
  );
}

interface RowProps {
  label: string;
  amount: string;
  currency: string;
  isStrong?: boolean;
}

function Row({ label, amount, currency, isStrong = false }: RowProps) {
  return (
    <div className={isStrong ? 'flex justify-between gap-4 font-medium' : 'flex justify-between gap-4'}>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}
