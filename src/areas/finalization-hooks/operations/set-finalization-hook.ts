import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { MAX_SECRETS, makeSecret, withSecret } from '#platform/outbound/signing-secrets.ts';
import { describeHook } from '../describe.ts';
import { hookInvalid, tooManyHookSecrets } from '../problems.ts';
import { FinalizationHookWithSecret, HookParams, SetFinalizationHookRequest } from '../schema.ts';
import { hastenCalls } from '../store/calls.ts';
import { lockHook, saveHook } from '../store/hooks.ts';

export const setFinalizationHook = operation({
  id: 'setFinalizationHook',
  method: 'PUT',
  route: '/ext/v1/finalization_hooks/{kind}',
  scope: 'settings:write',
  summary: 'Say who is asked before invoices are issued',
  description:
    'From then on an invoice that is to be issued is a DRAFT that is FINALIZING until the connector behind ' +
    'the url has answered: TAX with the taxes that it is issued with, E_INVOICE with the reference under ' +
    'which it is registered. docs/finalization.md says what is asked. The answer holds the secret when it ' +
    'is new: calls are signed with it. Calls that wait for an answer are made again, to the new url.',
  request: { params: HookParams, body: SetFinalizationHookRequest },
  response: { status: 200, body: FinalizationHookWithSecret },
  problems: [hookInvalid, tooManyHookSecrets],
  answersSecret: true,
  async handle({ tx, org, now, deployment }, { params: { kind }, body: { url, newSecret } }) {
    const refused = deployment.outbound.refuse(url);
    if (refused) throw hookInvalid({ at: 'url', rule: refused });
    const before = await lockHook(tx, org, kind);
    const id = before?.id ?? newId('hook', now);
    const made = !before || newSecret ? makeSecret(deployment, { orgId: org.orgId, id }) : null;
    const secrets = withSecret(before?.secrets ?? [], { stored: made?.stored ?? null, at: realNow() });
    if (!secrets) throw tooManyHookSecrets({ most: MAX_SECRETS });
    const times = { createdAt: now, updatedAt: now };
    const row = await saveHook(tx, { orgId: org.orgId, kind, id, url, secrets, ...times });
    await hastenCalls(tx, org, kind);
    return { ...describeHook(kind, row), ...(made && { secret: made.secret }) };
  },
});
