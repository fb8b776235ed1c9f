import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPaymentLink, sendInvoice } from '../../../api/generated/invoices.ts';
import type { Invoice } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { isEmail } from '../../../session/credentials.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useForm } from '../../../ui/use-form.ts';

/** Mails an issued invoice again, to its recipients or to somebody else. */
export function SendInvoice({ invoice }: { invoice: Pick<Invoice, 'id'> }) {
  const t = useMessages('invoices');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('send')}</Button>
      <LazyDialog title={t('sendTitle')} isOpen={isOpen} onOpenChange={setOpen}>
        <SendForm invoiceId={invoice.id} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}

function SendForm({ invoiceId, onClose }: { invoiceId: string; onClose(): void }) {
  const t = useMessages('invoices');
  const ui = useMessages('ui');
  const write = useWrite(sendInvoice);
  const { input, submit } = useForm(
    {
      initial: { to: '' },
      check: ({ to }) => (to.trim() === '' || isEmail(to) ? {} : { to: t('sendToInvalid') }),
      read: ({ to }) => (to.trim() === '' ? {} : { to: [to.trim()] }),
    },
    (body) => write.mutate({ invoice_id: invoiceId, body }),
  );
  if (write.data) return <Notice kind="good" title={t('sent', { to: write.data.to.join(', ') })} />;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField label={t('sendTo')} help={t('sendToHelp')} type="email" {...input('to')} />
      <PaymentLink invoiceId={invoiceId} />
      {write.error !== null && <ProblemNotice error={write.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{ui('cancel')}</Button>
        <Button kind="primary" type="submit" disabled={write.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

/** The link in the mail, to copy into a reply; nothing without one. */
function PaymentLink({ invoiceId }: { invoiceId: string }) {
  const t = useMessages('invoices');
  const { data } = useQuery(one(getPaymentLink, { invoice_id: invoiceId }));
  if (!data?.url) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-caption font-medium">{t('paymentLink')}</p>
      <CodeBlock label={t('paymentLink')} code={data.url} />
    </div>
  );
}
