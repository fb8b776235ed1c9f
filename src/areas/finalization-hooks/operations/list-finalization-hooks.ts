import { operation } from '#platform/http/operation.ts';
import { describeHook } from '../describe.ts';
import { FinalizationHooks, HOOK_KINDS } from '../schema.ts';
import { listHooks } from '../store/hooks.ts';

export const listFinalizationHooks = operation({
  id: 'listFinalizationHooks',
  method: 'GET',
  route: '/ext/v1/finalization_hooks',
  scope: 'settings:read',
  summary: 'List the finalization hooks, without secrets',
  description: 'One entry for each kind, in the order of the calls; without a url no hook is called.',
  response: { status: 200, body: FinalizationHooks },
  async handle({ tx, org }) {
    const rows = await listHooks(tx, org);
    return {
      data: HOOK_KINDS.map((kind) =>
        describeHook(
          kind,
          rows.find((row) => row.kind === kind),
        ),
      ),
    };
  },
});
