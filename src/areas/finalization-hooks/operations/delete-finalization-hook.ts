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
  summary: 'Ask nobody any more before invoices are issued',
  description: 'Invoices that wait for its answer go on without it. Where nobody is asked, nothing changes.',
  request: { params: HookParams },
  response: { status: 200, body: Success },
  async handle(context, { params: { kind } }) {
    const { tx, org } = context;
    // First: who is about to ask it has a share in its row until the call is there.
    await deleteHook(tx, org, kind);
    await planFinalizing(context, await dropCalls(tx, org, kind));
    return { success: true };
  },
});
