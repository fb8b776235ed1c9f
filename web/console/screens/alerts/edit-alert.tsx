import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { getAlert, updateAlert } from '../../../api/generated/alerts-and-incidents.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { alertForm, fieldsOf } from './alert-form.ts';
import { AlertFormPage } from './alert-form-page.tsx';
import { changeBody } from './alert-request.ts';
import { alertName } from './alert-view.ts';

const route = getRouteApi('/alerts/$alertId/edit');

/** The terms of an alert. What it watches stays: another meter or account is another alert. */
export function EditAlert() {
  const t = useMessages('alerts');
  const navigate = useNavigate();
  const { alertId } = route.useParams();
  const { data: alert } = useSuspenseQuery(one(getAlert, { alert_id: alertId }));
  const change = useWrite(updateAlert);
  const stored = fieldsOf(alert);
  const form = useForm(alertForm(t, stored), (fields) =>
    change.mutate(
      { alert_id: alertId, body: changeBody(fields, stored) },
      {
        onSuccess: () => void navigate({ to: '/alerts/$alertId', params: { alertId }, ignoreBlocker: true }),
      },
    ),
  );
  return (
    <Page
      above={
        <Link to="/alerts/$alertId" params={{ alertId }}>
          <bdi className="break-all">{alertName(alert, t)}</bdi>
        </Link>
      }
      title={t('edit')}
    >
      <AlertFormPage form={form} write={change} />
    </Page>
  );
}
