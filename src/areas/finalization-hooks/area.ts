import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { purgeCalls } from '#platform/outbound/make-calls.ts';
import { startHookCalls } from './call-hooks.ts';
import { deleteFinalizationHook } from './operations/delete-finalization-hook.ts';
import { getFinalizationHook } from './operations/get-finalization-hook.ts';
import { listFinalizationHooks } from './operations/list-finalization-hooks.ts';
import { setFinalizationHook } from './operations/set-finalization-hook.ts';
import { HOOK_CALLS } from './store/calls.ts';

export const finalizationHooks: Area = {
  name: 'finalization-hooks',
  title: 'Finalization hooks',
  operations: [listFinalizationHooks, getFinalizationHook, setFinalizationHook, deleteFinalizationHook],
  // `money-platform.md` 21.
  maintenance: purgeCalls(HOOK_CALLS),
  background: { task: HOOK_CALLS.task, start: startHookCalls },
};
