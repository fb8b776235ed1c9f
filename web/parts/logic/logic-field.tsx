import { useMessages } from '../../messages/catalogs.ts';
import { TextAreaField } from '../../ui/field.tsx';
import { logicError, prettyLogic } from './logic-text.ts';

interface LogicFieldProps {
  label: string;
  help?: string;
  name: string;
  value: string;
  /** What the service or the form says; without it, syntax and operators are checked here. */
  error?: string | undefined;
  isOptional?: boolean;
  onText(text: string): void;
}

/** Logic as JSON. It is indented when the field is left. */
export function LogicField({ label, help, name, value, error, isOptional, onText }: LogicFieldProps) {
  const t = useMessages('logic');
  const isEmpty = value.trim() === '';
  const found = isEmpty && isOptional ? undefined : isEmpty ? undefined : logicError(value, t);
  return (
    <TextAreaField
      label={label}
      help={help}
      error={found ?? error}
      name={name}
      value={value}
      spellCheck={false}
      dir="ltr"
      className="font-mono text-caption"
      onChange={({ target }) => onText(target.value)}
      onBlur={() => found || isEmpty || onText(prettyLogic(value))}
    />
  );
}
