import { readDecimal } from '../../../format/typed-decimal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { type LogicVariable, optionsOf } from '../../../parts/logic/condition-fields.tsx';
import { useShape } from '../../../parts/logic/use-shape.ts';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { type Computation, readComputation, SHAPES, writeComputation } from './computation-shape.ts';

interface ComputationFieldsProps {
  text: string;
  onText(text: string): void;
  variables: readonly LogicVariable[];
}

const SHAPE = { read: readComputation, write: writeComputation };

/** The usual results of a rule as fields, in step with their text. */
export function ComputationFields({ text, onText, variables }: ComputationFieldsProps) {
  const t = useMessages('rules');
  const logic = useMessages('logic');
  const [computation, change] = useShape(SHAPE, text, onText);
  if (!computation) return <p className="text-muted">{logic('otherShape')}</p>;
  const { shape, number, price } = computation;
  const variable = computation.variable || (variables[0]?.name ?? '');
  const set = (part: Partial<Computation>) => change({ ...computation, variable, ...part });
  const errorOf = (typed: string) => (readDecimal(typed) === null ? logic('numberNeeded') : undefined);
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <SelectField
        label={t('result')}
        value={shape}
        onChange={({ target }) => set({ shape: target.value as Computation['shape'] })}
        options={SHAPES.map((value) => ({ value, text: t(`shape.${value}`) }))}
      />
      {shape !== 'AMOUNT' && (
        <SelectField
          label={t('value')}
          value={variable}
          onChange={({ target }) => set({ variable: target.value })}
          options={optionsOf(variables, variable)}
        />
      )}
      <DecimalField
        label={t(`number.${shape}`)}
        value={number}
        error={errorOf(number)}
        onChange={({ target }) => set({ number: target.value })}
      />
      {shape === 'EXCESS' && (
        <DecimalField
          label={t('pricePerUnit')}
          value={price}
          error={errorOf(price)}
          onChange={({ target }) => set({ price: target.value })}
        />
      )}
    </div>
  );
}
