import { useDeferredValue, useState } from 'react';
import { exact } from '../../../api/decimal.ts';
import { createCreditNote, updateInvoice } from '../../../api/generated/invoices.ts';
import type { Invoice } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { currencyOf } from '../../../parts/invoice-summary.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { RadioField } from '../../../ui/choice-field.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { previewOf, type Refund, type RefundWay, refundForm, waysOf } from './refund-form.ts';
import { RefundPreview } from './refund-preview.tsx';

/** Gives money back: all that was paid, or an amount by credit note. Shown where one of them is possible. */
export function RefundButton({ invoice }: { invoice: Invoice }) {
  const t = useMessages('refund');
  const [isOpen, setOpen] = useState(false);
  const ways = waysOf(invoice);
  if (ways.length === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('refund')}</Button>
      <LazyDialog title={t('refundTitle')} isOpen={isOpen} onOpenChange={setOpen}>
        <RefundForm invoice={invoice} ways={ways} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}

interface RefundFormProps {
  invoice: Invoice;
  ways: readonly RefundWay[];
  onClose(): void;
}

function RefundForm({ invoice, ways, onClose }: RefundFormProps) {
  const t = useMessages('refund');
  const ui = useMessages('ui');
  const { send, isPending, error } = useRefund(invoice.id, onClose);
  const form = useForm(refundForm(ways, t), send);
  const { fields } = form;
  const preview = useDeferredValue(fields);
  const way = fields.way as RefundWay;
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <RadioField
        label={t('refundWay')}
        options={ways.map((value) => ({ value, text: t(`way.${value}`), help: t(`wayHelp.${value}`) }))}
        {...form.input('way')}
      />
      {way === 'CREDIT_NOTE' && (
        <DecimalField label={t('refundAmount')} unit={currencyOf(invoice)} {...form.input('amount')} />
      )}
      <TextField
        label={t('refundReason')}
        help={t(`refundReasonHelp.${way}`)}
        maxLength={255}
        {...form.input('reason')}
      />
      <RefundPreview input={previewOf(invoice.id, preview)} />
      {error !== null && <ProblemNotice error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{ui('cancel')}</Button>
        <Button kind="primary" type="submit" disabled={isPending}>
          {t('refund')}
        </Button>
      </div>
    </form>
  );
}

/** A refund of everything changes the invoice; an amount is a document of its own. */
function useRefund(invoiceId: string, onDone: () => void) {
  const refund = useWrite(updateInvoice);
  const note = useWrite(createCreditNote);
  const send = ({ way, amount, reason }: Refund) => {
    const input = { invoice_id: invoiceId };
    if (way === 'REFUND')
      refund.mutate(
        { ...input, body: { status: 'REFUND_INITIATED', refundReason: reason } },
        { onSuccess: onDone },
      );
    else note.mutate({ ...input, body: { reason, amount: exact(amount ?? '0') } }, { onSuccess: onDone });
  };
  // Of the one that was sent last: the other is idle or waits no longer.
  const isNote = note.submittedAt > refund.submittedAt;
  const { isPending, error } = isNote ? note : refund;
  return { send, isPending, error };
}
