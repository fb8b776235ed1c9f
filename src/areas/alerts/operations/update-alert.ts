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
    'A different interval, validity or parameters create a new version with its own incidents; the ' +
    'request replaces parameters and channels as a whole. Activating an alert restarts its validity.',
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
