import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getApproval } from '../../../api/generated/approvals.ts';
import type { Approval } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatCount } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useSession } from '../../../session/session.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Money } from '../../../ui/money.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ApprovalActions } from './approval-actions.tsx';
import { ApprovalEffects } from './approval-effects.tsx';
import { ApprovalNotice } from './approval-notice.tsx';
import { approvalStatus, partOf, requestText, resultOf, targetOf, whatOf } from './approval-view.ts';
import { ReasonButton } from './reason-button.tsx';

const route = getRouteApi('/approvals/$approvalId');

/** A request that waits: what it will do, who asked and why, and the decision. */
export function ApprovalDetail() {
  const t = useMessages('approvals');
  const { user } = useSession();
  const { approvalId } = route.useParams();
  const input = { approval_id: approvalId };
  const { data: approval } = useSuspenseQuery(one(getApproval, input));
  const { action, more } = whatOf(approval);
  const what = t(`action.${action}`);
  const part = partOf(approval, user.id);
  return (
    <Page
      above={<Link to="/approvals">{t('title')}</Link>}
      title={more > 0 ? t('many', { action: what, count: formatCount(more) }) : what}
      beside={
        <>
          <StatusBadge look={approvalStatus.look(approval.status)} say={t} />
          <Identifier value={approval.id} isShort />
        </>
      }
      actions={
        <>
          {part && <ApprovalActions approval={approval} part={part} what={what} />}
          <SnippetButton code={snippet(getApproval, input)} />
        </>
      }
    >
      <ApprovalNotice approval={approval} part={part} />
      <ApprovalFacts approval={approval} />
      <Section title={t(part ? 'effects' : 'effectsDone')}>
        <ApprovalEffects approval={approval} />
      </Section>
      <Section title={t('reason')} actions={part === 'requester' && <ReasonButton approval={approval} />}>
        <p className="max-w-[72ch] whitespace-pre-wrap break-words">
          {approval.reason ? <bdi>{approval.reason}</bdi> : t('noReason')}
        </p>
      </Section>
      <Section title={t('request')}>
        <p className="text-muted">{t('requestText')}</p>
        <CodeBlock code={requestText(approval)} label={t('request')} />
      </Section>
    </Page>
  );
}

function ApprovalFacts({ approval }: { approval: Approval }) {
  const t = useMessages('approvals');
  const { totals, requestedBy, decidedBy, decidedAt, comment, createdAt, expiresAt, status } = approval;
  const result = resultOf(approval);
  const target = targetOf(approval);
  const amounts = totals.filter(({ amount }) => amount !== undefined);
  return (
    <Facts
      facts={[
        { label: t('who'), value: <bdi>{requestedBy.name}</bdi> },
        ...(target ? [{ label: t('record'), value: <RecordLink area={target.area} id={target.id} /> }] : []),
        { label: t('when'), value: formatInstant(createdAt) },
        ...amounts.map(({ kind, amount, currency }) => ({
          label: amounts.length > 1 ? `${t('amount')} (${currency}, ${kind})` : t('amount'),
          value: <Money amount={amount} currency={currency} />,
        })),
        ...(status === 'PENDING' ? [{ label: t('expires'), value: formatInstant(expiresAt) }] : []),
        ...(decidedBy ? [{ label: t('decidedBy'), value: <bdi>{decidedBy.name}</bdi> }] : []),
        ...(decidedAt ? [{ label: t('decidedAt'), value: formatInstant(decidedAt) }] : []),
        ...(comment ? [{ label: t('comment'), value: <bdi>{comment}</bdi> }] : []),
        ...(result ? [{ label: t('result'), value: <RecordLink area={result.area} id={result.id} /> }] : []),
      ]}
    />
  );
}
