import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { planFinalizing } from '../planned-work.ts';
import { HookParams } from '../schema.ts';
import { dropCalls } from '../store/calls.ts';
import { deleteHook } from '../store/hooks.ts';

export const deleteFinalizationHook = operation({
  id: 'deleteFinalizationHook',
  method: 'DELETE',
  route: '/ext/v1/finalization_hooks/{kind}',
  scope: 'settings:write',
  summary: 'Delete a finalization hook',
  description: 'Invoices that wait for its response continue without it. Without a hook, nothing changes.',
  request: { params: HookParams },
  response: { status: 200, body: Success },
  deletes: 'finalization_hook',
  async handle(context, { params: { kind } }) {
    const { tx, org } = context;
    // First: a transaction that is about to call it holds a share lock on its row until the call is stored.
    await deleteHook(tx, org, kind);
    await planFinalizing(context, await dropCalls(tx, org, kind));
    return { success: true };
  },
});
