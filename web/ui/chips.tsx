import { classes } from './classes.ts';

interface ChipsProps {
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onChange(value: string): void;
}

/** One of a few values, all of which are visible. */
export function Chips({ label, value, options, onChange }: ChipsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classes(
            'inline-flex h-8 items-center rounded-full border px-3',
            option.value === value
              ? 'border-accent bg-accent-soft font-medium text-ink'
              : 'border-control text-muted hover:text-ink',
          )}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
