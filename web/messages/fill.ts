export type Values = Readonly<Record<string, string | number>>;

/** Puts values in place of `{name}`. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
