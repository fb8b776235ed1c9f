import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getAlert } from '../../../api/generated/alerts-and-incidents.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { MailsLink } from '../../../parts/mails-link.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { RecordName } from '../../../parts/record-name.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AlertActions } from './alert-actions.tsx';
import { fieldsOf } from './alert-form.ts';
import { backtestOf } from './alert-request.ts';
import { alertName, alertStatus, limitText, validityText } from './alert-view.ts';
import { Backtest } from './backtest.tsx';
import { IncidentTable } from './incident-table.tsx';
import { WatchedLinks } from './watched-links.tsx';

const route = getRouteApi('/alerts/$alertId');

/** An alert: what it watches, its incidents, and how often it would have fired. */
export function AlertDetail() {
  const t = useMessages('alerts');
  const { alertId } = route.useParams();
  const input = { alert_id: alertId };
  const { data: alert } = useSuspenseQuery(one(getAlert, input));
  const { accountId } = alert.ownerDetails;
  return (
    <Page
      above={<Link to="/alerts">{t('title')}</Link>}
      title={<bdi>{alertName(alert, t)}</bdi>}
      beside={
        <>
          <StatusBadge look={alertStatus.look(alert.status)} say={t} />
          <Identifier value={alert.id} isShort />
        </>
      }
      actions={
        <>
          <AlertActions alert={alert} />
          <MailsLink of={input} />
          <SnippetButton code={snippet(getAlert, input)} />
        </>
      }
    >
      <Facts
        facts={[
          { label: t('kind'), value: t(`kind.${alert.alertTemplateId}` as 'kind.USAGE_THRESHOLD') },
          { label: t('watches'), value: <WatchedLinks alert={alert} /> },
          {
            label: t('account'),
            value: accountId ? (
              <RecordName kind={accounts} area="accounts" id={accountId} />
            ) : (
              t('allAccounts')
            ),
          },
          { label: t('threshold'), value: limitText(alert, t) },
          { label: t('interval'), value: t(`every.${alert.interval}` as 'every.30') },
          { label: t('validity'), value: validityText(alert, t) },
          {
            label: t('channels'),
            value: (
              <bdi className="break-all">
                {alert.channels?.map(({ target }) => target).join(', ') || t('noChannels')}
              </bdi>
            ),
          },
          { label: t('updatedAt'), value: <Instant at={alert.updatedAt} /> },
        ]}
      />
      <Section title={t('allIncidents')}>
        <IncidentTable name={t('allIncidents')} input={{ alert_id: alertId }} isOfAlert />
      </Section>
      <Backtest kind={alert.alertTemplateId} terms={backtestOf(fieldsOf(alert))} />
    </Page>
  );
}
