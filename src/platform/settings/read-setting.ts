export type Environment = Readonly<Record<string, string | undefined>>;

export interface Form<T> {
  /** Undefined when the text does not have this form. */
  parse(text: string): T | undefined;
  rule: string;
  /** Error messages do not repeat its value. */
  isSecret?: boolean;
  /** The default as it would be written; absent: as its value says. */
  print?(value: T): string;
}

/** A setting as an operator sees it. */
export interface ShownSetting {
  name: string;
  /** Null: it has none, or it is a secret. */
  value: string | null;
  source: 'ENVIRONMENT' | 'DEFAULT';
  isSecret: boolean;
}

export type ReadSetting = ReturnType<typeof settingReader>['read'];

/**
 * Reads settings one by one; a non-empty text that is invalid is added to `wrong`, and each setting to
 * `shown`.
 */
export function settingReader(env: Environment, wrong: string[]) {
  const shown: ShownSetting[] = [];
  const read = <T, F>(name: string, fallback: F, form: Form<T>): T | F => {
    const text = env[name];
    const standard = fallback !== null && form.print ? form.print(fallback as unknown as T) : fallback;
    shown.push(showSetting({ name, text, standard, isSecret: form.isSecret ?? false }));
    if (text === undefined || text === '') return fallback;
    const value = form.parse(text);
    const quoted = form.isSecret ? '' : `, not ${JSON.stringify(text.slice(0, 80))}`;
    if (value !== undefined) return value;
    wrong.push(`${name} ${form.rule}${quoted}`);
    return fallback;
  };
  return { read, shown };
}

export function matching(pattern: RegExp, rule: string, { isSecret = false } = {}): Form<string> {
  return { parse: (text) => (pattern.test(text) ? text : undefined), rule, isSecret };
}

function showSetting({
  name,
  text = '',
  standard,
  isSecret,
}: {
  name: string;
  text: string | undefined;
  standard: unknown;
  isSecret: boolean;
}): ShownSetting {
  const source = text === '' ? 'DEFAULT' : 'ENVIRONMENT';
  const value = source === 'DEFAULT' ? printDefault(standard) : text.slice(0, 500);
  return { name, value: isSecret ? null : value, source, isSecret };
}

/** As it is written in a setting, where that is a text; null for what is a structure of its own. */
function printDefault(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (value instanceof Set || Array.isArray(value)) return [...value].join(',') || null;
  const { count, perMs } = (value ?? {}) as { count?: number; perMs?: number };
  const unit = { 1000: 's', 60000: 'm', 3600000: 'h' }[perMs ?? 0];
  return count !== undefined && unit !== undefined ? `${count}/${unit}` : null;
}
