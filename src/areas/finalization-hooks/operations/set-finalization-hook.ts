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
  summary: 'Set a finalization hook',
  description:
    'From then on an invoice to be issued is a DRAFT that is FINALIZING until the connector at the url ' +
    'has responded: TAX with the taxes of the invoice, E_INVOICE with the reference of its registration. ' +
    'docs/finalization.md describes the calls. The response contains a new secret, which signs the calls. ' +
    'Calls without a response are repeated to the new url.',
  request: { params: HookParams, body: SetFinalizationHookRequest },
  response: { status: 200, body: FinalizationHookWithSecret },
  problems: [hookInvalid, tooManyHookSecrets],
  returnsSecret: true,
  async handle({ tx, org, now, deployment }, { params: { kind }, body: { url, newSecret } }) {
    const rejected = deployment.outbound.urlProblem(url);
    if (rejected) throw hookInvalid({ at: 'url', rule: rejected });
    const before = await lockHook(tx, org, kind);
    const id = before?.id ?? newId('hook', now);
    const made = !before || newSecret ? makeSecret(deployment, { orgId: org.orgId, id }) : null;
    const secrets = withSecret(before?.secrets ?? [], { stored: made?.stored ?? null, at: realNow() });
    if (!secrets) throw tooManyHookSecrets({ max: MAX_SECRETS });
    const times = { createdAt: now, updatedAt: now };
    const row = await saveHook(tx, { orgId: org.orgId, kind, id, url, secrets, ...times });
    await hastenCalls(tx, org, kind);
    return { ...describeHook(kind, row), ...(made && { secret: made.secret }) };
  },
});
