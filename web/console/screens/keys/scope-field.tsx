import { useMessages } from '../../../messages/catalogs.ts';

interface ScopeFieldProps {
  /** What the maker may do: a key can do no more. */
  scopes: readonly string[];
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

export function ScopeField({ scopes, chosen, onChange }: ScopeFieldProps) {
  const t = useMessages('keys');
  const toggle = (scope: string, isChecked: boolean) =>
    onChange(isChecked ? [...chosen, scope] : chosen.filter((each) => each !== scope));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{t('scopes')}</legend>
      <div className="grid max-h-56 grid-cols-2 gap-x-4 overflow-auto rounded-md border border-line p-2">
        {scopes.map((scope) => (
          <label key={scope} className="flex min-h-7 items-center gap-2 font-mono text-caption">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={({ target }) => toggle(scope, target.checked)}
              className="size-4 accent-accent"
            />
            {scope}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
