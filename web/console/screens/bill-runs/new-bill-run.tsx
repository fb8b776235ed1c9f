import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { createDraftReview } from '../../../api/generated/draft-reviews.ts';
import { createBillRun } from '../../../api/generated/invoices.ts';
import type { CreateBillRunRequest } from '../../../api/generated/request-types.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts, customers, plans } from '../../../parts/record-kinds.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { billRunForm, billRunRequestOf } from './bill-run-form.ts';
import { BillRunSteps } from './bill-run-steps.tsx';
import { Outlook } from './outlook.tsx';

const route = getRouteApi('/bill-runs/new');

/** The first step: which drafts. The bill run then waits for its confirmation, and its checks begin. */
export function NewBillRun() {
  const t = useMessages('billRuns');
  const { timezone: zone } = useSession().organization;
  const navigate = useNavigate();
  const create = useWrite(createBillRun);
  const check = useWrite(createDraftReview);
  const open = (jobId: string) => void navigate({ to: '/bill-runs/$jobId', params: { jobId } });
  const begin = (body: CreateBillRunRequest) =>
    create.mutate(
      { require_confirmation: true, body },
      // Checks that could not begin are offered again on the page of the bill run.
      { onSuccess: ({ jobId }) => check.mutate({ body: { jobId } }, { onSettled: () => open(jobId) }) },
    );
  const form = useForm(billRunForm(route.useSearch(), { say: t, zone }), begin);
  const isPending = create.isPending || check.isPending;
  return (
    <Page
      above={<Link to="/bill-runs">{t('title')}</Link>}
      title={t('new')}
      actions={
        <SnippetButton
          code={snippet(createBillRun, {
            require_confirmation: true,
            body: billRunRequestOf(form.fields, zone),
          })}
        />
      }
    >
      <BillRunSteps current="select" />
      <Outlook input={{}} />
      <form onSubmit={form.submit} className="flex max-w-3xl flex-col gap-4">
        <p className="text-muted">{t('selectText')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <RecordField kind={customers} label={t('customer')} {...form.input('customer')} />
          <RecordField kind={accounts} label={t('account')} {...form.input('account')} />
          <RecordField kind={plans} label={t('plan')} {...form.input('plan')} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField label={t('billedFrom')} {...form.input('from')} />
          <DateField label={t('billedUntil')} {...form.input('until')} />
        </div>
        {create.error && <ProblemNotice error={create.error} />}
        <span>
          <Button kind="primary" type="submit" disabled={isPending}>
            {isPending ? t('creating') : t('create')}
          </Button>
        </span>
      </form>
    </Page>
  );
}
