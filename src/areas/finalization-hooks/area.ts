import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { startAsking } from './ask-hooks.ts';
import { deleteFinalizationHook } from './operations/delete-finalization-hook.ts';
import { getFinalizationHook } from './operations/get-finalization-hook.ts';
import { listFinalizationHooks } from './operations/list-finalization-hooks.ts';
import { setFinalizationHook } from './operations/set-finalization-hook.ts';
import { purgeOldCalls } from './purge-old-calls.ts';
import { ASK_HOOKS } from './store/calls.ts';

export const finalizationHooks: Area = {
  name: 'finalization-hooks',
  title: 'Finalization hooks',
  operations: [listFinalizationHooks, getFinalizationHook, setFinalizationHook, deleteFinalizationHook],
  upkeep: purgeOldCalls,
  background: { task: ASK_HOOKS, start: startAsking },
};
