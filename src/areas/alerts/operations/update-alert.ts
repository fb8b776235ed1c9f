import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import { tooManyWebhooks, webhookNotFound } from '#areas/webhooks/index.ts';
import { operation } from '#platform/http/operation.ts';
import { forbidden } from '#platform/problem.ts';
import { readChannels } from '../channels/read-channels.ts';
import { describeOneAlert } from '../describe-alert.ts';
import {
  alertDetailsInvalid,
  alertNotFound,
  channelInvalid,
  intervalUnknown,
  validityTooShort,
} from '../problems.ts';
import { readAlertChange } from '../read-details.ts';
import { reviseAlert } from '../revise-alert.ts';
import { Alert, AlertParams, UpdateAlertRequest } from '../schema.ts';
import { findAlert } from '../store/alerts.ts';
import { templateOf } from '../templates.ts';

export const updateAlert = operation({
  id: 'updateAlert',
  method: 'PATCH',
  route: '/alerts/{alert_id}',
  scope: 'alerts:write',
  portal: { mode: 'WRITE' },
  summary: 'Change an alert',
  description:
    'Another interval, validity or other parameters make a new version, whose incidents are its own; ' +
    'parameters and channels are replaced as a whole. An alert that is activated starts its validity anew.',
  request: { params: AlertParams, body: UpdateAlertRequest, isBodyOptional: true },
  response: { status: 200, body: Alert },
  problems: [
    ...[alertNotFound, intervalUnknown, validityTooShort, alertDetailsInvalid],
    ...[accountNotFound, accountArchived, channelInvalid, webhookNotFound, tooManyWebhooks, forbidden],
  ],
  async handle(context, { params, body }) {
    const { tx, org } = context;
    const alert = await findAlert(tx, org, params.alert_id);
    if (!alert) throw alertNotFound({ id: params.alert_id });
    const change = readAlertChange(templateOf(alert), body ?? {});
    const { accountId } = alert;
    const channels = await readChannels(context, { channels: body?.channels, accountId });
    return describeOneAlert(context, await reviseAlert(context, { alert, change, channels }));
  },
});
