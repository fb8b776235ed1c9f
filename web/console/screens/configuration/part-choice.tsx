import { PARTS, type Part } from '../../../api/configuration-document.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';

interface PartChoiceProps {
  label: string;
  chosen: ReadonlySet<Part>;
  onChange(chosen: ReadonlySet<Part>): void;
}

/** Which kinds of resources a document has. */
export function PartChoice({ label, chosen, onChange }: PartChoiceProps) {
  const t = useMessages('configuration');
  const toggle = (part: Part) => {
    const next = new Set(chosen);
    if (!next.delete(part)) next.add(part);
    onChange(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {PARTS.map((part) => (
          <CheckboxField
            key={part}
            label={t(`part.${part}`)}
            checked={chosen.has(part)}
            onChange={() => toggle(part)}
          />
        ))}
      </div>
    </fieldset>
  );
}
