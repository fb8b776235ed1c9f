import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { readBankLine } from './bank-line.ts';
import { PaymentAllocation } from './payment-allocation.tsx';
import { allocate, type PaymentFields, paymentForm } from './payment-form.ts';
import { PaymentMatches } from './payment-matches.tsx';
import { recordingOf } from './payment-recording.ts';
import { useMatches } from './use-matches.ts';
import { useRecordPayment } from './use-record-payment.ts';

const route = getRouteApi('/payments/new');

/** A bank line becomes a payment: what it pays is suggested, and shown before it is recorded. */
export function NewPayment() {
  const t = useMessages('payments');
  const create = useRecordPayment();
  // By match: another one has other invoices.
  const [picked, setPicked] = useState<{ key: string; ids: ReadonlySet<string> } | null>(null);
  const { line = '', amount: open } = route.useSearch();
  const known = { line, ...(open !== undefined && { amount: typedDecimal(open) }) };
  const form = useForm(paymentForm(t, known), (fields) => save(fields));
  const { fields } = form;
  const [openedAt] = useState(() => new Date().toISOString());
  const found = useMatches(fields);
  const { match } = found;
  const chosen = picked && picked.key === match?.key ? picked.ids : (match?.suggested ?? NONE);
  const amount = readDecimal(fields.amount) ?? '0';
  const allocation = match && allocate(amount, match, chosen);
  const save = (sent: PaymentFields) => {
    if (!match || !allocation) return;
    create.record(recordingOf(sent, { match, allocation, begun: { line, at: openedAt } }));
  };
  const paste = (line: string) => {
    const { amount: read } = readBankLine(line);
    form.set({ line, match: '', ...(read !== null && { amount: typedDecimal(read) }) });
  };
  return (
    <Page above={<Link to="/payments">{t('title')}</Link>} title={t('record')}>
      <form onSubmit={form.submit} className="flex max-w-3xl flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0 && !create.isSuccess} />
        <TextAreaField
          {...form.input('line')}
          label={t('bankLine')}
          help={t('bankLineHelp')}
          maxLength={1000}
          onChange={({ target }) => paste(target.value)}
        />
        <div className="max-w-56">
          <DecimalField {...form.input('amount')} label={t('amount')} unit={match?.currency} />
        </div>
        <PaymentMatches form={form} found={found} />
        {match && allocation && (
          <PaymentAllocation
            form={form}
            match={match}
            allocation={allocation}
            chosen={chosen}
            onChoose={(ids) => setPicked({ key: match.key, ids })}
          />
        )}
        <SaveBar
          changes={form.changes}
          isPending={create.isPending}
          isIncomplete={!match}
          error={create.error}
          onReset={form.reset}
          label={match ? t('recordAmount', { amount: formatMoney(amount, match.currency) }) : t('record')}
          isNew
        />
      </form>
    </Page>
  );
}

const NONE: ReadonlySet<string> = new Set();
