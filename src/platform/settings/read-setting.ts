export type Environment = Readonly<Record<string, string | undefined>>;

export interface Form<T> {
  /** Undefined when the text does not have this form. */
  parse(text: string): T | undefined;
  rule: string;
  /** Error messages do not repeat its value. */
  isSecret?: boolean;
}

export type ReadSetting = ReturnType<typeof settingReader>;

/** Reads settings one by one; a non-empty text that is invalid is added to `wrong`. */
export function settingReader(env: Environment, wrong: string[]) {
  return <T, F>(name: string, fallback: F, form: Form<T>): T | F => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    const value = form.parse(text);
    const shown = form.isSecret ? '' : `, not ${JSON.stringify(text.slice(0, 80))}`;
    if (value !== undefined) return value;
    wrong.push(`${name} ${form.rule}${shown}`);
    return fallback;
  };
}

export function matching(pattern: RegExp, rule: string, { isSecret = false } = {}): Form<string> {
  return { parse: (text) => (pattern.test(text) ? text : undefined), rule, isSecret };
}
