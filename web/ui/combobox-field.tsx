import { useMessages } from '../messages/catalogs.ts';
import type { ComboboxOption } from './combobox-keys.ts';
import { ComboboxList } from './combobox-list.tsx';
import { Field, type FieldTexts, INPUT } from './field.tsx';
import { useCombobox } from './use-combobox.ts';

export interface ComboboxFieldProps extends FieldTexts {
  name?: string;
  /** Of the chosen option; empty: none is. */
  value: string;
  /** What the field shows for the value. */
  valueText: string;
  /** What the search found. */
  options: readonly ComboboxOption[];
  isSearching: boolean;
  onSearch(term: string): void;
  onChange(event: { target: { value: string } }): void;
  onBlur?(): void;
  placeholder?: string;
  isLabelHidden?: boolean | undefined;
  /** The key that leads here. */
  shortcut?: string;
}

/** A field that searches while somebody types, with the keys of the APG's combobox with a list. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, help, error, name, valueText, options, isSearching, placeholder, isLabelHidden } = props;
  const t = useMessages('ui');
  const { typed, isOpen, current, open, choose, type, press, leave } = useCombobox(props);
  return (
    <Field {...{ label, help, error, isLabelHidden }}>
      {(attributes) => (
        <div className="relative">
          <input
            {...attributes}
            role="combobox"
            name={name}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            data-shortcut={props.shortcut}
            data-takes-escape={isOpen || undefined}
            aria-controls={`${attributes.id}-list`}
            aria-activedescendant={options[current] && isOpen ? `${attributes.id}-${current}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder ?? t('search')}
            value={typed ?? valueText}
            onChange={({ target }) => type(target.value)}
            onFocus={({ target }) => target.select()}
            onClick={() => isOpen || open()}
            onBlur={leave}
            onKeyDown={press}
            className={INPUT}
          />
          {isOpen && (
            <ComboboxList
              id={attributes.id}
              label={label}
              {...{ options, isSearching, current }}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </Field>
  );
}
