import type { PricingRule, RateCard } from '../../../api/generated/types.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConditionFields } from '../../../parts/logic/condition-fields.tsx';
import { LogicField } from '../../../parts/logic/logic-field.tsx';
import { RadioField } from '../../../ui/choice-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { ComputationFields } from './computation-fields.tsx';
import { RuleAction } from './rule-action.tsx';
import type { RuleFields, ruleForm } from './rule-form.ts';
import { targetsOf, variablesOf } from './rule-variables.ts';
import { readRuleProblems } from './rule-view.ts';

export type RuleFormState = ReturnType<
  typeof useForm<RuleFields, ReturnType<ReturnType<typeof ruleForm>['read']>>
>;

interface RuleFieldsProps {
  form: RuleFormState;
  given: { cards: readonly RateCard[]; rules: readonly PricingRule[] };
  /** What the service rejected, and the place of the rule in the list that was sent. */
  problem: { error: unknown; place: number };
}

const TIMINGS = ['IN_ARREARS', 'IN_ADVANCE'] as const;

/** When a rule applies, what it computes and what it changes; logic as fields and as JSON. */
export function RuleFieldsForm({ form, given, problem }: RuleFieldsProps) {
  const t = useMessages('rules');
  const { condition, computation, timing } = form.fields;
  const known = { ...given, timing };
  const variables = variablesOf(known, t);
  const rejected = readRuleProblems(problem.error instanceof ApiProblem ? problem.error.message : '');
  const rejectedOf = (field: string) =>
    rejected.find((each) => each.index === problem.place && each.field === field)?.sentence;
  const conditionInput = form.input('condition');
  const computationInput = form.input('computation');
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField label={t('name')} maxLength={255} {...form.input('name')} />
        <TextField
          label={t('order')}
          inputMode="numeric"
          {...withError(form.input('order'), rejectedOf('order'))}
        />
      </div>
      <RadioField
        label={t('timing')}
        options={TIMINGS.map((value) => ({ value, text: t(`timing.${value}`) }))}
        {...form.input('timing')}
      />
      <ConditionFields
        label={t('when')}
        none={t('always')}
        text={condition}
        onText={(text) => form.set({ condition: text })}
        variables={variables}
      />
      <LogicField
        label={t('conditionJson')}
        name="condition"
        value={condition}
        error={conditionInput.error ?? rejectedOf('condition')}
        onText={(text) => form.set({ condition: text })}
      />
      <RuleAction form={form} targets={targetsOf(known, t)} rejected={rejectedOf('target')} />
      <ComputationFields
        text={computation}
        onText={(text) => form.set({ computation: text })}
        variables={variables}
      />
      <LogicField
        label={t('computationJson')}
        name="computation"
        value={computation}
        error={computationInput.error ?? rejectedOf('computation')}
        onText={(text) => form.set({ computation: text })}
      />
    </div>
  );
}

function withError<Input extends { error: string | undefined }>(
  input: Input,
  rejected: string | undefined,
): Input {
  return { ...input, error: input.error ?? rejected };
}
