import { useNavigate } from '@tanstack/react-router';
import { previewPricingRules } from '../../../api/generated/invoices.ts';
import { updatePricePlanPricingRules } from '../../../api/generated/price-plans.ts';
import type { CreatePricingRule } from '../../../api/generated/request-types.ts';
import type { PricingRule, RateCard } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConflictChoice } from '../../../parts/conflict-choice.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { RuleFieldsForm } from './rule-fields.tsx';
import { type RuleFields, ruleForm } from './rule-form.ts';
import { withRule } from './rule-order.ts';
import { RuleTrial } from './rule-trial.tsx';
import type { PlanRules, usePlanRules } from './use-plan-rules.ts';

interface RuleFormPageProps {
  /** The rules that the form began with. */
  read: PlanRules;
  /** Absent for a new one. */
  rule: PricingRule | undefined;
  initial: RuleFields;
  cards: readonly RateCard[];
  state: ReturnType<typeof usePlanRules>;
  onTheirs(read: PlanRules): void;
}

/** A rule as a form. A change by somebody else in the meantime is never overwritten unasked. */
export function RuleFormPage({ read, rule, initial, cards, state, onTheirs }: RuleFormPageProps) {
  const t = useMessages('rules');
  const logic = useMessages('logic');
  const navigate = useNavigate();
  const { write, save, readAnew } = state;
  const planId = read.plan.id;
  const ruleId = rule?.id ?? 'new';
  const others = read.rules.filter(({ id }) => id !== ruleId);
  const leave = () => void navigate({ to: '/rules/$planId', params: { planId }, ignoreBlocker: true });
  const send = (edited: CreatePricingRule, against: PlanRules) =>
    save(against, withRule(against.rules, edited, ruleId), leave);
  const definition = ruleForm({ initial, others, metadata: rule?.action.metadata, say: t, logic });
  const form = useForm(definition, (edited) => send(edited, read));
  const isReady = Object.keys(definition.check(form.fields)).length === 0;
  const edited = definition.read(form.fields);
  const sent = isReady ? withRule(read.rules, edited, ruleId) : null;
  const place = rule ? read.rules.indexOf(rule) : read.rules.length;
  return (
    <form
      onSubmit={form.submit}
      className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <UnsavedGuard isChanged={form.changes > 0} />
      <RuleFieldsForm form={form} given={{ cards, rules: others }} problem={{ error: write.error, place }} />
      <Allowed operation={previewPricingRules}>
        <RuleTrial planId={planId} rules={sent} edited={{ name: edited.name, place }} />
      </Allowed>
      <div className="min-w-0 xl:col-span-2">
        <ConflictChoice
          error={write.error}
          isPending={write.isPending}
          onMine={() => void readAnew().then((fresh) => send(edited, fresh))}
          onTheirs={() => void readAnew().then(onTheirs)}
        />
        <Allowed operation={updatePricePlanPricingRules}>
          <SaveBar
            changes={form.changes}
            isPending={write.isPending}
            error={write.error}
            onReset={form.reset}
            isNew={!rule}
          />
        </Allowed>
      </div>
    </form>
  );
}
