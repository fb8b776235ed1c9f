import type { Setting } from '../../../api/generated/types.ts';
import { typedDecimal } from '../../../format/typed-decimal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { SelectField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { CheckFields } from './check-form.ts';
import { DEFAULT_LEVELS, type Rule, thresholdsOf } from './check-rules.ts';

const LEVELS = ['BLOCK', 'WARN', 'INFO', 'OFF'] as const;

interface RuleFieldsProps {
  rule: Rule;
  form: ReturnType<typeof useForm<CheckFields, Setting[]>>;
}

/** A rule: its level, and its thresholds if it has some; an empty one is the default. */
export function RuleFields({ rule, form }: RuleFieldsProps) {
  const t = useMessages('billRuns');
  const fallback = t('level.default', { level: t(`level.${DEFAULT_LEVELS[rule]}`) });
  return (
    <li className="grid items-start gap-3 border-b border-line py-3 sm:grid-cols-[14rem_12rem_minmax(0,1fr)]">
      <span className="font-medium sm:pt-1.5">{t(`rule.${rule}`)}</span>
      <SelectField
        label={t('level')}
        aria-label={`${t('level')}: ${t(`rule.${rule}`)}`}
        isLabelHidden
        options={[
          { value: '', text: fallback },
          ...LEVELS.map((value) => ({ value, text: t(`level.${value}`) })),
        ]}
        {...form.input(rule)}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        {thresholdsOf(rule).map(([name, value]) => (
          <DecimalField
            key={name}
            label={t(name)}
            placeholder={typedDecimal(value)}
            unit={name === 'percent' ? '%' : undefined}
            {...form.input(name)}
          />
        ))}
        {rule === 'DETAILS_MISSING' && (
          <>
            <CheckboxField label={t('required.ADDRESS')} {...form.checkbox('needsAddress')} />
            <CheckboxField label={t('required.EMAIL')} {...form.checkbox('needsEmail')} />
          </>
        )}
      </div>
    </li>
  );
}
