import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { createAlert } from '../../../api/generated/alerts-and-incidents.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { alertForm } from './alert-form.ts';
import { AlertFormPage } from './alert-form-page.tsx';
import { createBody } from './alert-request.ts';

const route = getRouteApi('/alerts/new');

/** A new alert, with how often it would have fired. */
export function NewAlert() {
  const t = useMessages('alerts');
  const navigate = useNavigate();
  const search = route.useSearch();
  const create = useWrite(createAlert);
  const form = useForm(alertForm(t, search), (fields) =>
    create.mutate(
      { body: createBody(fields) },
      {
        onSuccess: ({ id: alertId }) =>
          void navigate({ to: '/alerts/$alertId', params: { alertId }, ignoreBlocker: true }),
      },
    ),
  );
  return (
    <Page
      above={<Link to="/alerts">{t('title')}</Link>}
      title={t('new')}
      actions={<SnippetButton code={snippet(createAlert, { body: createBody(form.fields) })} />}
    >
      <AlertFormPage form={form} write={create} isNew />
    </Page>
  );
}
