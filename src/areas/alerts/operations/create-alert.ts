import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import { eventSchemaNotFound } from '#areas/event-schemas/index.ts';
import { featureNotFound } from '#areas/features/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { usageMeterNotFound } from '#areas/usage-meters/index.ts';
import { tooManyWebhooks, webhookNotFound } from '#areas/webhooks/index.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { forbidden } from '#platform/problem.ts';
import { readChannels } from '../channels/read-channels.ts';
import { checkExistence, checkPortalOwner } from '../check-existence.ts';
import { describeOneAlert } from '../describe-alert.ts';
import { planCheck } from '../plan-check.ts';
import {
  alertDetailsInvalid,
  alertTemplateNotFound,
  billableNotFound,
  channelInvalid,
  intervalUnknown,
  validityTooShort,
} from '../problems.ts';
import { getInterval, readLimit, readWatchedThing } from '../read-details.ts';
import { activation, checkValidity } from '../rules.ts';
import { Alert, CreateAlertRequest } from '../schema.ts';
import { insertAlert } from '../store/alerts.ts';
import { replaceChannels } from '../store/channels.ts';
import { findTemplate } from '../templates.ts';

export const createAlert = operation({
  id: 'createAlert',
  method: 'POST',
  route: '/alerts',
  scope: 'alerts:write',
  portal: { mode: 'WRITE' },
  summary: 'Create an alert',
  description:
    'The product checks the alert at the times given by cronInterval, from the next one on, and opens an ' +
    'incident when its condition holds. The template determines its details and parameters.',
  request: { body: CreateAlertRequest },
  response: { status: 200, body: Alert },
  problems: [
    ...[alertTemplateNotFound, intervalUnknown, validityTooShort, alertDetailsInvalid],
    ...[accountNotFound, accountArchived, usageMeterNotFound, featureNotFound, eventSchemaNotFound],
    ...[billableNotFound, channelInvalid, webhookNotFound, tooManyWebhooks, forbidden],
  ],
  async handle(context, { body }) {
    const { tx, org, now, actor } = context;
    const template = findTemplate(body.alertTemplateId);
    if (!template) throw alertTemplateNotFound({ id: body.alertTemplateId });
    const intervalMinutes = getInterval(body.interval);
    const validityMinutes = body.validity ?? null;
    checkValidity(intervalMinutes, validityMinutes);
    const thing = readWatchedThing(template, body);
    checkPortalOwner(actor.portal, thing.accountRef);
    const limit = readLimit(template, body.parameters ?? {});
    const { accountId } = await checkExistence(tx, org, { template, thing });
    const channels = await readChannels(context, { channels: body.channels, accountId });
    const { timezone } = await getOrganization(tx, org);
    const row = await insertAlert(tx, org, {
      ...{ id: newId('alert', now), templateId: template.id, version: 1, status: body.status },
      ...{ description: body.description ?? null, intervalMinutes, validityMinutes },
      ...{ accountId, entityId: thing.entityId, ...limit },
      ...activation(body.status, intervalMinutes, { now, timeZone: timezone }),
      ...{ createdAt: now, updatedAt: now },
    });
    if (channels) await replaceChannels(tx, org, { alertId: row.id, channels });
    await planCheck(context, row);
    return describeOneAlert(context, row);
  },
});
