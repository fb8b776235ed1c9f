import { operation } from '#platform/http/operation.ts';
import { describeOneAlert } from '../describe-alert.ts';
import { alertNotFound } from '../problems.ts';
import { Alert, AlertParams } from '../schema.ts';
import { findAlert } from '../store/alerts.ts';

// The public API lists alerts but has no endpoint for a single one.
export const getAlert = operation({
  id: 'getAlert',
  method: 'GET',
  route: '/ext/v1/alerts/{alert_id}',
  scope: 'alerts:read',
  // Portal users who may change their alerts may also read them.
  portal: { mode: 'WRITE' },
  summary: 'Get an alert',
  request: { params: AlertParams },
  response: { status: 200, body: Alert },
  problems: [alertNotFound],
  async handle(context, { params }) {
    const { tx, org } = context;
    const row = await findAlert(tx, org, params.alert_id);
    if (!row) throw alertNotFound({ id: params.alert_id });
    return describeOneAlert(context, row);
  },
});
