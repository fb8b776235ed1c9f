import { useMessages } from '../messages/catalogs.ts';
import { IconButton } from './button.tsx';
import type { FieldTexts } from './field.tsx';
import { ArrowDown, ArrowUp } from './icons.ts';
import { moveChosen, orderOf, toggleChosen } from './ordered-values.ts';

interface OrderedChoiceProps extends Pick<FieldTexts, 'label' | 'help'> {
  /** The chosen ones in their order, separated by commas. */
  value: string;
  options: readonly { value: string; text: string; isRequired?: boolean }[];
  onChange(value: string): void;
}

/** Which of a few, and in which order. Those that are not chosen stand last. */
export function OrderedChoice({ label, help, value, options, onChange }: OrderedChoiceProps) {
  const t = useMessages('ui');
  const chosen = value.split(',').filter(Boolean);
  const find = (each: string) => options.find((option) => option.value === each);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <ul className="flex flex-col">
        {orderOf(chosen, options).map((each) => {
          const { text = each, isRequired = false } = find(each) ?? {};
          const index = chosen.indexOf(each);
          return (
            <li key={each} className="flex min-h-8 items-center gap-2 border-b border-line">
              <label className="flex min-w-0 flex-1 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-accent"
                  checked={index >= 0}
                  disabled={isRequired && index >= 0}
                  onChange={() => onChange(toggleChosen(chosen, each).join(','))}
                />
                {text}
              </label>
              <IconButton
                icon={ArrowUp}
                label={t('moveUp', { what: text })}
                disabled={index <= 0}
                onClick={() => onChange(moveChosen(chosen, each, -1).join(','))}
              />
              <IconButton
                icon={ArrowDown}
                label={t('moveDown', { what: text })}
                disabled={index < 0 || index === chosen.length - 1}
                onClick={() => onChange(moveChosen(chosen, each, 1).join(','))}
              />
            </li>
          );
        })}
      </ul>
      {help && <p className="text-caption text-muted">{help}</p>}
    </fieldset>
  );
}
