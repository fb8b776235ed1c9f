import { useNavigate } from '@tanstack/react-router';
import { updatePricePlanV2 } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConflictChoice } from '../../../parts/conflict-choice.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { currenciesOf, fieldsOfPlan, type PlanFields, planForm } from './plan-form.ts';
import { cycleOf } from './plan-request.ts';
import { PlanTermsFields } from './plan-terms-fields.tsx';
import { useFreshPlan } from './use-fresh-plan.ts';

interface PlanTermsFormProps {
  /** As it was when the form appeared. */
  plan: PricePlanV2;
  onTheirs(plan: PricePlanV2): void;
}

/** A change by somebody else in the meantime is never overwritten unasked. */
export function PlanTermsForm({ plan, onTheirs }: PlanTermsFormProps) {
  const t = useMessages('planForm');
  const navigate = useNavigate();
  const write = useWrite(updatePricePlanV2);
  const readPlan = useFreshPlan(plan.id);
  const save = (fields: PlanFields, expectedUpdatedAt: string) => {
    const pricingCycleConfig = cycleOf(fields);
    write.mutate(
      {
        price_plan_id: plan.id,
        body: {
          description: fields.description.trim() || null,
          supportedCurrencies: currenciesOf(fields.currencies),
          ...(pricingCycleConfig && { pricingCycleConfig }),
          expectedUpdatedAt,
        } as Parameters<typeof write.mutate>[0]['body'],
      },
      {
        onSuccess: () =>
          void navigate({ to: '/plans/$planId', params: { planId: plan.id }, ignoreBlocker: true }),
      },
    );
  };
  const form = useForm(planForm(fieldsOfPlan(plan), t), (fields) => save(fields, plan.updatedAt));
  return (
    <form onSubmit={form.submit} className="flex max-w-2xl flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      <PlanTermsFields form={form} isNew={false} />
      <ConflictChoice
        error={write.error}
        isPending={write.isPending}
        onMine={() => void readPlan().then(({ updatedAt }) => save(form.fields, updatedAt))}
        onTheirs={() => void readPlan().then(onTheirs)}
      />
      <SaveBar changes={form.changes} isPending={write.isPending} error={write.error} onReset={form.reset} />
    </form>
  );
}
