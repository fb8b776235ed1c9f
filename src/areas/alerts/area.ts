import './tables.ts';
import { ACCOUNT_ARCHIVED } from '#areas/accounts/index.ts';
import { NEW_VALUES } from '#areas/usage/index.ts';
import type { Area } from '#platform/http/area.ts';
import { checkAlert } from './check-alert.ts';
import { checkNewValues } from './check-new-values.ts';
import { backtestAlert } from './operations/backtest-alert.ts';
import { createAlert } from './operations/create-alert.ts';
import { getAlert } from './operations/get-alert.ts';
import { getAlertTemplate } from './operations/get-alert-template.ts';
import { getIncident } from './operations/get-incident.ts';
import { listAlertTemplates } from './operations/list-alert-templates.ts';
import { listAlerts } from './operations/list-alerts.ts';
import { listIncidents } from './operations/list-incidents.ts';
import { updateAlert } from './operations/update-alert.ts';
import { updateIncidentStatus } from './operations/update-incident-status.ts';
import { CHECK_ALERT } from './plan-check.ts';
import { stopAccountAlerts } from './stop-alert.ts';

export const alerts: Area = {
  name: 'alerts',
  title: 'Alerts and incidents',
  resources: { alert: { get: getAlert }, incident: { get: getIncident } },
  operations: [
    listAlertTemplates,
    getAlertTemplate,
    createAlert,
    listAlerts,
    getAlert,
    updateAlert,
    backtestAlert,
    listIncidents,
    getIncident,
    updateIncidentStatus,
  ],
  scheduledWork: [
    { kind: CHECK_ALERT, run: (context, { alertId }) => checkAlert(context, String(alertId)) },
    { kind: NEW_VALUES, run: checkNewValues },
    {
      kind: ACCOUNT_ARCHIVED.alerts,
      run: (context, { accountId }) => stopAccountAlerts(context, String(accountId)),
    },
  ],
};
