import type { HookKind } from './schema.ts';
import type { HookRow } from './store/hooks.ts';

/** As it is on the wire; without a row nobody is asked. */
export function describeHook(kind: HookKind, row: HookRow | null | undefined) {
  return row ? { kind, url: row.url, createdAt: row.createdAt, updatedAt: row.updatedAt } : { kind };
}
