import { type KeyboardEvent, useState } from 'react';
import type { ComboboxFieldProps } from './combobox-field.tsx';
import { isAtEdge, stepOf } from './combobox-keys.ts';

type ComboboxState = Pick<
  ComboboxFieldProps,
  'value' | 'options' | 'isSearching' | 'onSearch' | 'onChange' | 'onBlur'
>;

/** Whatever comes first, for a key that was pressed before anything was found; no option has this value. */
const FIRST = '';

/** What is typed, whether the list is open, and the option that the keys are at. */
export function useCombobox({ value, options, isSearching, onSearch, onChange, onBlur }: ComboboxState) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  // By its value: what the next search finds may have it elsewhere, or not at all.
  const [reached, setReached] = useState<string | null>(null);
  const current = options.findIndex(({ value: each }) => each === reached || reached === FIRST);
  const close = () => {
    setOpen(false);
    setTyped(null);
    setReached(null);
  };
  const open = () => {
    setOpen(true);
    onSearch(typed ?? '');
  };
  const choose = (chosen: string) => {
    onChange({ target: { value: chosen } });
    close();
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setReached(null);
    onSearch(text.trim());
  };
  const go = (step: -1 | 1) => {
    if (!isOpen) open();
    const other = step > 0 ? 0 : options.length - 1;
    const next = isAtEdge(current, step, options.length) ? other : current + step;
    setReached(options[next]?.value ?? FIRST);
  };
  const press = (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    const isTyped = isOpen && (typed?.trim() ?? '') !== '';
    // Enter takes the first that was found for what is typed, and waits for it without sending the form.
    const option = options[current] ?? (isTyped && !isSearching ? options[0] : undefined);
    if (step !== 0) go(step);
    else if (event.key === 'Enter' && isOpen && option) choose(option.value);
    else if (event.key === 'Escape' && isOpen) close();
    else if (event.key === 'Enter' && isTyped) setOpen(true);
    else return;
    event.preventDefault();
  };
  const leave = () => {
    // A field that was emptied has no value; any other text that was not chosen is dropped.
    if (typed?.trim() === '' && value !== '') onChange({ target: { value: '' } });
    close();
    onBlur?.();
  };
  return { typed, isOpen, current, open, choose, type, press, leave };
}
