import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { type createCreditNote, previewCreditNote } from '../../../api/generated/invoices.ts';
import type { CreditNotePreview, Invoice } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { one } from '../../../api/queries.ts';
import type { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { creditNoteForm, creditNoteOf } from './credit-note-form.ts';
import { CreditNoteLines } from './credit-note-lines.tsx';
import { CreditNoteReview } from './credit-note-review.tsx';

const route = getRouteApi('/invoices/$invoiceId/credit-note');
const STEPS = ['lines', 'review'] as const;

interface CreditNoteStepsProps {
  invoiceId: string;
  /** The preview of a note for everything. */
  invoice: CreditNotePreview;
  issue: ReturnType<typeof useWrite<InputOf<typeof createCreditNote>, Invoice>>;
  /** False from the moment in which the note is sent to be issued. */
  canPreview: boolean;
}

/** The fields stay from step to step; the second begins when they are right. */
export function CreditNoteSteps({ invoiceId, invoice, issue, canPreview }: CreditNoteStepsProps) {
  const t = useMessages('creditNote');
  const navigate = useNavigate();
  const { step } = route.useSearch();
  const { lines } = invoice;
  const rules = creditNoteForm(lines, t);
  const go = (to: (typeof STEPS)[number]) =>
    void navigate({ to: '.', search: { step: to } as never, replace: to === 'lines' });
  const form = useForm(rules, () => go('review'));
  const fields = useDeferredValue(form.fields);
  const isRight = Object.keys(rules.check(fields)).length === 0;
  const found = useQuery({
    ...one(previewCreditNote, creditNoteOf(invoiceId, { lines, fields })),
    enabled: isRight && canPreview,
    placeholderData: keepPreviousData,
  });
  const current = step === 'review' && isRight ? 'review' : 'lines';
  const send = () =>
    issue.mutate(creditNoteOf(invoiceId, { lines, fields: form.fields }), {
      onSuccess: ({ id }) =>
        void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: id }, ignoreBlocker: true }),
    });
  const preview = isRight ? (found.data ?? null) : null;
  return (
    <div className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0 && !issue.isSuccess} />
      <Stepper
        label={t('steps')}
        steps={STEPS.map((id) => ({ id, title: t(`step.${id}`) }))}
        current={current}
        onGo={go}
      />
      {current === 'lines' ? (
        <CreditNoteLines form={form} invoice={invoice} preview={preview} error={found.error} />
      ) : (
        <CreditNoteReview
          preview={preview}
          isStale={found.isFetching}
          issue={issue}
          onIssue={send}
          onBack={() => go('lines')}
        />
      )}
    </div>
  );
}
