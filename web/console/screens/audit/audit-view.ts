export interface ChangedMember {
  name: string;
  before: string | null;
  after: string | null;
}

type State = Readonly<Record<string, unknown>> | undefined;

/** The members that differ, as text; null where a side has none. */
export function changesOf(before: State, after: State): ChangedMember[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  return names
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((member) => member.before !== member.after);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** The kind of a record in words; the API may have kinds that the console does not know yet. */
export function recordType(type: string, say: (key: never) => string): string {
  return say(`record.${type}` as never);
}
