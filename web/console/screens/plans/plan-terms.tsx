import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { getPricePlanV2, updatePricePlanV2 } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { currenciesOf, fieldsOfPlan, type PlanFields, planForm } from './plan-form.ts';
import { cycleOf } from './plan-request.ts';
import { PlanTermsFields } from './plan-terms-fields.tsx';

const route = getRouteApi('/plans/$planId/terms');

/** The terms of the draft of a plan: description, currencies and cycle. */
export function PlanTerms() {
  const t = useMessages('planForm');
  const { planId } = route.useParams();
  const navigate = useNavigate();
  const { data: plan } = useSuspenseQuery(one(getPricePlanV2, { price_plan_id: planId }));
  const [initial] = useState(fieldsOfPlan(plan));
  const write = useWrite(updatePricePlanV2);
  const save = (fields: PlanFields) => {
    const pricingCycleConfig = cycleOf(fields);
    write.mutate(
      {
        price_plan_id: planId,
        body: {
          description: fields.description.trim() || null,
          supportedCurrencies: currenciesOf(fields.currencies),
          ...(pricingCycleConfig && { pricingCycleConfig }),
        } as Parameters<typeof write.mutate>[0]['body'],
      },
      { onSuccess: () => void navigate({ to: '/plans/$planId', params: { planId }, ignoreBlocker: true }) },
    );
  };
  const form = useForm(planForm(initial, t), save);
  return (
    <Page
      above={
        <Link to="/plans/$planId" params={{ planId }}>
          <bdi>{plan.name}</bdi>
        </Link>
      }
      title={t('terms')}
    >
      <form onSubmit={form.submit} className="flex max-w-2xl flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0} />
        <PlanTermsFields form={form} isNew={false} />
        <SaveBar
          changes={form.changes}
          isPending={write.isPending}
          error={write.error}
          onReset={form.reset}
        />
      </form>
    </Page>
  );
}
