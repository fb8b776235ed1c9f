import './tables.ts';

export type { EInvoiceResponse, TaxResponse } from './messages.ts';
export { FINALIZE_INVOICE } from './planned-work.ts';
export type { HookKind } from './schema.ts';
export {
  type CallRow as HookCallRow,
  HOOK_CALLS,
  insertCall,
  listCurrentCalls,
  retireCalls,
} from './store/calls.ts';
export { shareHookKinds } from './store/hooks.ts';
