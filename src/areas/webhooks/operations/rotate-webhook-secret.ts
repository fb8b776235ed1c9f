import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { MAX_SECRETS, makeSecret, replaceSecret } from '#platform/outbound/signing-secrets.ts';
import { describeWebhook } from '../describe.ts';
import { tooManySecrets, webhookNotFound } from '../problems.ts';
import { WebhookParams, WebhookWithSecret } from '../schema.ts';
import { lockEndpoint, updateEndpoint } from '../store/endpoints.ts';

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  route: '/ext/v1/webhooks/{webhook_id}/rotate_secret',
  scope: 'webhooks:write',
  summary: 'Rotate the secret of a webhook',
  description:
    'For 24 hours of real time, requests carry the signatures of both secrets. Then the old secret expires.',
  request: { params: WebhookParams },
  response: { status: 200, body: WebhookWithSecret },
  problems: [webhookNotFound, tooManySecrets],
  returnsSecret: true,
  async handle({ tx, org, now, deployment }, { params }) {
    const row = await lockEndpoint(tx, org, params.webhook_id);
    if (!row) throw webhookNotFound({ id: params.webhook_id });
    const { secret, stored } = makeSecret(deployment, { orgId: org.orgId, id: row.id });
    // Secrets expire in real time: receivers have no sandbox clock.
    const secrets = replaceSecret(row.secrets, { stored, at: realNow() });
    if (secrets.length > MAX_SECRETS) throw tooManySecrets({ max: MAX_SECRETS });
    const changed = await updateEndpoint(tx, org, { id: row.id, now, set: { secrets } });
    return { ...describeWebhook(changed), secret };
  },
});
