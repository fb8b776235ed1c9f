import { Link, useNavigate } from '@tanstack/react-router';
import { createPricePlanV2, editPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { NEW_PLAN, type PlanFields, planForm } from './plan-form.ts';
import { newPlanOf } from './plan-request.ts';
import { checkStart, PlanStart } from './plan-start.tsx';
import { operationsOf, type TemplateId } from './plan-templates.ts';
import { PlanTermsFields } from './plan-terms-fields.tsx';

/** A new plan as a draft: empty, from a template, or as a copy of another. */
export function NewPlan() {
  const t = useMessages('planForm');
  const plans = useMessages('plans');
  const navigate = useNavigate();
  const create = useWrite(createPricePlanV2);
  const edit = useWrite(editPricePlanRateCards);
  const open = (planId: string) =>
    void navigate({ to: '/plans/$planId', params: { planId }, ignoreBlocker: true });
  const inputOf = (fields: PlanFields) => ({
    ...(fields.template === 'COPY' && { source_price_plan_id: fields.sourceId }),
    body: newPlanOf(fields),
  });
  const save = (fields: PlanFields) => {
    create.mutate(inputOf(fields), {
      onSuccess: ({ id: planId, supportedCurrencies: currencies }) => {
        const { meterId, addOnId } = fields;
        const filled = { planId, currencies, meterId, addOnId };
        const operations = operationsOf(fields.template as TemplateId, filled);
        if (operations.length === 0) return open(planId);
        edit.mutate({ price_plan_id: planId, body: { operations } }, { onSuccess: () => open(planId) });
      },
    });
  };
  const form = useForm(
    planForm(NEW_PLAN, t, (fields) => checkStart(fields, t)),
    save,
  );
  const { data: created } = create;
  return (
    <Page
      above={<Link to="/plans">{plans('title')}</Link>}
      title={t('newPlan')}
      actions={<SnippetButton code={snippet(createPricePlanV2, inputOf(form.fields))} />}
    >
      {created && edit.isError ? (
        <Notice kind="warn" title={t('createdEmpty', { name: created.name })}>
          <p>{edit.error.message}</p>
          <Link to="/plans/$planId" params={{ planId: created.id }} className="text-accent hover:underline">
            <bdi>{created.name}</bdi>
          </Link>
        </Notice>
      ) : (
        <form onSubmit={form.submit} className="flex max-w-2xl flex-col gap-5">
          <UnsavedGuard isChanged={form.changes > 0} />
          <PlanStart form={form} />
          <PlanTermsFields form={form} isNew />
          <SaveBar
            changes={form.changes}
            isPending={create.isPending || edit.isPending}
            error={create.error}
            onReset={form.reset}
            label={t('create')}
            isNew
          />
        </form>
      )}
    </Page>
  );
}
