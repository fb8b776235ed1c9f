import { readDecimal } from '../../format/typed-decimal.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Plus, X } from '../../ui/icons.ts';
import { COMPARISONS, type Comparison, readCondition, type Test, writeCondition } from './condition-shape.ts';
import { useShape } from './use-shape.ts';

export interface LogicVariable {
  name: string;
  /** What it is, for people. */
  text: string;
  isText?: boolean;
}

interface ConditionFieldsProps {
  label: string;
  /** Without a test, in place of the list. */
  none: string;
  text: string;
  onText(text: string): void;
  variables: readonly LogicVariable[];
}

const SHAPE = { read: readCondition, write: writeCondition };

/** A condition as rows, in step with its text. */
export function ConditionFields({ label, none, text, onText, variables }: ConditionFieldsProps) {
  const t = useMessages('logic');
  const [condition, change] = useShape(SHAPE, text, onText);
  if (!condition) return <p className="text-muted">{t('otherShape')}</p>;
  const { join, tests } = condition;
  const first = variables[0];
  const add = () =>
    change({
      join,
      tests: [
        ...tests,
        { variable: first?.name ?? '', comparison: '==', value: '', isText: !!first?.isText },
      ],
    });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">{label}</legend>
      {tests.length === 0 && <p className="text-muted">{none}</p>}
      {tests.length > 1 && (
        <SelectField
          label={t('join')}
          value={join}
          onChange={({ target }) => change({ join: target.value === 'or' ? 'or' : 'and', tests })}
          options={(['and', 'or'] as const).map((value) => ({ value, text: t(`join.${value}`) }))}
        />
      )}
      <ul className="flex flex-col gap-2">
        {tests.map((test, index) => (
          <TestRow
            // Rows have no identity but their place.
            key={String(index)}
            number={index + 1}
            {...{ test, variables }}
            onChange={(next) => change({ join, tests: tests.with(index, next) })}
            onRemove={() => change({ join, tests: tests.toSpliced(index, 1) })}
          />
        ))}
      </ul>
      <span>
        <Button icon={Plus} onClick={add}>
          {t('addTest')}
        </Button>
      </span>
    </fieldset>
  );
}

interface TestRowProps {
  test: Test;
  number: number;
  variables: readonly LogicVariable[];
  onChange(test: Test): void;
  onRemove(): void;
}

function TestRow({ test, number, variables, onChange, onRemove }: TestRowProps) {
  const t = useMessages('logic');
  const { variable, comparison, value, isText } = test;
  const error = !isText && comparison !== 'in' && readDecimal(value) === null ? t('numberNeeded') : undefined;
  const choose = (name: string) =>
    onChange({
      ...test,
      variable: name,
      isText: variables.find((each) => each.name === name)?.isText ?? isText,
    });
  return (
    <li className="flex items-end gap-2" aria-label={t('test', { number })}>
      <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(9rem,1fr)_minmax(0,1.5fr)]">
        <SelectField
          label={t('variable', { number })}
          isLabelHidden
          value={variable}
          onChange={({ target }) => choose(target.value)}
          options={optionsOf(variables, variable)}
        />
        <SelectField
          label={t('comparison', { number })}
          isLabelHidden
          value={comparison}
          onChange={({ target }) => onChange({ ...test, comparison: target.value as Comparison })}
          options={COMPARISONS.map((each) => ({ value: each, text: t(`is.${each}`) }))}
        />
        <TextField
          label={t('value', { number })}
          isLabelHidden
          error={error}
          value={value}
          inputMode={isText || comparison === 'in' ? 'text' : 'decimal'}
          onChange={({ target }) => onChange({ ...test, value: target.value })}
        />
      </div>
      <IconButton icon={X} label={t('removeTest', { number })} onClick={onRemove} />
    </li>
  );
}

/** A name that the list does not have, such as one that somebody typed as JSON, stays. */
export function optionsOf(variables: readonly LogicVariable[], chosen: string) {
  const known = variables.map(({ name, text }) => ({ value: name, text }));
  return known.some(({ value }) => value === chosen) || chosen === ''
    ? known
    : [...known, { value: chosen, text: chosen }];
}
