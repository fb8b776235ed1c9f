import { operation } from '#platform/http/operation.ts';
import { addWebhook } from '../add-webhook.ts';
import { describeWebhook } from '../describe.ts';
import { tooManyWebhooks, typeNotPublished, typeUnknown, urlRefused } from '../problems.ts';
import { CreateWebhookRequest, WebhookWithSecret } from '../schema.ts';

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  route: '/ext/v1/webhooks',
  scope: 'webhooks:write',
  summary: 'Create a webhook: a URL that receives events',
  description:
    'The response contains the signing secret, which cannot be shown again. Event types of the catalogue ' +
    'that are not published yet are rejected.',
  request: { body: CreateWebhookRequest },
  response: { status: 201, body: WebhookWithSecret },
  problems: [urlRefused, typeUnknown, typeNotPublished, tooManyWebhooks],
  returnsSecret: true,
  async handle(context, { body: { url, types, description = null, status = 'ACTIVE' } }) {
    const terms = { url, types, description, status, format: 'EVENT' } as const;
    const { row, secret } = await addWebhook(context, terms);
    return { ...describeWebhook(row), secret };
  },
});
