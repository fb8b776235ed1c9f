import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getAuditEntry } from '../../../api/generated/audit-log.ts';
import { listRequests } from '../../../api/generated/request-log.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { actorName, keyOf } from '../../../parts/audit-look.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { useName } from '../../../parts/record-names/use-names.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { type ChangedMember, changesOf, recordType } from './audit-view.ts';

const route = getRouteApi('/audit/$entryId');

/** One entry: who did it, from where, and what changed. */
export function AuditDetail() {
  const t = useMessages('audit');
  const { entryId } = route.useParams();
  const input = { audit_entry_id: entryId };
  const { data: entry } = useSuspenseQuery(one(getAuditEntry, input));
  const { actor, approver } = entry;
  const keyName = useName(keyOf(actor));
  return (
    <Page
      above={<Link to="/audit">{t('title')}</Link>}
      title={t('heading', { action: t(`action.${entry.action}`), type: recordType(entry.entityType, t) })}
      beside={<Identifier value={entry.entityId} isShort />}
      actions={<SnippetButton code={snippet(getAuditEntry, input)} />}
    >
      <Facts
        facts={[
          { label: t('at'), value: formatInstant(entry.at) },
          { label: t('writtenAt'), value: formatInstant(entry.writtenAt) },
          { label: t('actor'), value: <bdi>{keyName ?? actorName(actor)}</bdi> },
          ...(approver
            ? [
                {
                  label: t('approver'),
                  value: (
                    <RecordLink area="approvals" id={approver.approvalId}>
                      {approver.name}
                    </RecordLink>
                  ),
                },
              ]
            : []),
          { label: t('actorType'), value: t(`actor.${actor.type}`) },
          { label: t('address'), value: <bdi>{actor.address ?? '—'}</bdi> },
          { label: t('operation'), value: <bdi>{entry.operationId ?? '—'}</bdi> },
          { label: t('request'), value: <RequestLink id={entry.requestId} /> },
          {
            label: t('hash'),
            value: entry.hash ? <Identifier value={entry.hash} isShort /> : t('notSealed'),
          },
        ]}
      />
      <Section title={t('changes')}>
        <Changes changes={changesOf(entry.before, entry.after)} />
      </Section>
    </Page>
  );
}

/** To the request that made the change, while the log has it. */
function RequestLink({ id }: { id: string | undefined }) {
  const mayRead = isAllowed(useSession(), listRequests);
  if (id === undefined) return '—';
  if (!mayRead) return <bdi>{id}</bdi>;
  return (
    <Link to="/requests" search={{ request_id: id }} className="text-accent hover:underline">
      <bdi className="break-all">{id}</bdi>
    </Link>
  );
}

function Changes({ changes }: { changes: readonly ChangedMember[] }) {
  const t = useMessages('audit');
  if (changes.length === 0) return <p className="text-muted">{t('noChanges')}</p>;
  return (
    <dl className="flex flex-col">
      {changes.map(({ name, before, after }) => (
        <div
          key={name}
          className="grid gap-x-4 gap-y-1 border-b border-line py-2 sm:grid-cols-[12rem_1fr_1fr]"
        >
          <dt className="font-mono text-caption text-muted">{name}</dt>
          <dd className="min-w-0 whitespace-pre-wrap break-words text-muted">
            <span className="sr-only">{t('before')}</span>
            <del className="decoration-from-font">{before ?? '—'}</del>
          </dd>
          <dd className="min-w-0 whitespace-pre-wrap break-words">
            <span className="sr-only">{t('after')}</span>
            <ins className="no-underline">{after ?? '—'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
