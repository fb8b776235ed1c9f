import { codeOf } from '../status-codes.ts';
import { type EventStatus, type StatusGroup, statusesOf } from '../statuses.ts';
import type { SeenEvent } from '../store/tail.ts';

export type Wants = (event: SeenEvent) => boolean;

/** Filter conditions of an event list (`in:["a","b"]`, all of them), to test single events. */
export function wantsOf(filters: Readonly<Record<string, readonly string[]>>): Wants {
  const valuesOf = (name: string) =>
    (filters[name] ?? []).map((condition) => JSON.parse(condition.slice('in:'.length)) as string[]);
  const codes = valuesOf('status').map(
    (names) => new Set((names as (StatusGroup | EventStatus)[]).flatMap(statusesOf).map(codeOf)),
  );
  const accounts = valuesOf('account_id').map((ids) => new Set<string | null>(ids));
  const schemas = valuesOf('schema_name').map((names) => new Set(names));
  return ({ status, accountId, schemaName }) =>
    codes.every((each) => each.has(status)) &&
    accounts.every((each) => each.has(accountId)) &&
    schemas.every((each) => each.has(schemaName));
}
