import { operation } from '#platform/http/operation.ts';
import { describeHook } from '../describe.ts';
import { FinalizationHook, HookParams } from '../schema.ts';
import { findHook } from '../store/hooks.ts';

export const getFinalizationHook = operation({
  id: 'getFinalizationHook',
  method: 'GET',
  route: '/ext/v1/finalization_hooks/{kind}',
  scope: 'settings:read',
  summary: 'Get a finalization hook, without the secret',
  description: 'Without a url no hook is called.',
  request: { params: HookParams },
  response: { status: 200, body: FinalizationHook },
  handle: async ({ tx, org }, { params: { kind } }) => describeHook(kind, await findHook(tx, org, kind)),
});
