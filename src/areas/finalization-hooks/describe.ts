import type { HookKind } from './schema.ts';
import type { HookRow } from './store/hooks.ts';

/** Returns a hook in wire form; without a row no hook is called. */
export function describeHook(kind: HookKind, row: HookRow | null | undefined) {
  return row ? { kind, url: row.url, createdAt: row.createdAt, updatedAt: row.updatedAt } : { kind };
}
