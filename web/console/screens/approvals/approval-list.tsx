import { Link } from '@tanstack/react-router';
import { getApprovalPolicy, listApprovals } from '../../../api/generated/approvals.ts';
import type { Approval } from '../../../api/generated/types.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { List } from '../../../parts/list-page.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { billRunOf, whatOf } from '../../../parts/waiting/approval-words.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, moment, money, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { amountOf, approvalStatus, DECIDED, targetOf } from './approval-view.ts';

const columns: readonly Column<Approval>[] = [
  text(
    'what',
    (approval, say) => say(billRunOf(approval) === null ? `action.${whatOf(approval).action}` : 'billRun'),
    { place: 'title' },
  ),
  text('record', (approval) => targetOf(approval)?.id ?? approval.effects[0]?.subjectId),
  money('amount', amountOf),
  text('who', ({ requestedBy }) => requestedBy.name),
  text('reason', ({ reason }) => reason),
  status('status', ({ status: state }) => approvalStatus.look(state)),
  moment('when', ({ createdAt }) => createdAt),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

/** Requests that wait for a second person, and those that were decided. */
export function ApprovalList() {
  const t = useMessages('approvals');
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Allowed operation={getApprovalPolicy}>
            <Link to="/approvals/policy" className={buttonClasses()}>
              {t('policy')}
            </Link>
          </Allowed>
          <SnippetButton code={snippet(listApprovals, { status: 'PENDING' })} />
        </>
      }
    >
      <DetailTabs
        label={t('parts')}
        tabs={[
          { id: 'waiting', title: t('waiting'), content: () => <Requests states={['PENDING']} /> },
          { id: 'decided', title: t('decided'), content: () => <Requests states={DECIDED} /> },
        ]}
      />
    </Page>
  );
}

function Requests({ states }: { states: readonly Approval['status'][] }) {
  const t = useMessages('approvals');
  const link = useRecordLink(pathOf);
  const isWaiting = states.length === 1;
  return (
    <List
      name={t(isWaiting ? 'waiting' : 'decided')}
      operation={listApprovals}
      input={{ status: states.join(',') }}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      empty={<EmptyState text={t(isWaiting ? 'noWaiting' : 'noDecided')} />}
    />
  );
}

function pathOf({ id }: Approval): string {
  return recordPath('approvals', id);
}
