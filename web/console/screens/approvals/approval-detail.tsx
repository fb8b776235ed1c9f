import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getApproval } from '../../../api/generated/approvals.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useApprovalWords } from '../../../parts/waiting/use-approval-words.ts';
import { useSession } from '../../../session/session.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ApprovalActions } from './approval-actions.tsx';
import { ApprovalEffects } from './approval-effects.tsx';
import { ApprovalFacts } from './approval-facts.tsx';
import { ApprovalNotice } from './approval-notice.tsx';
import { approvalStatus, partOf, requestText } from './approval-view.ts';
import { ReasonButton } from './reason-button.tsx';

const route = getRouteApi('/approvals/$approvalId');

/** A request that waits: what it will do, who asked and why, and the decision. */
export function ApprovalDetail() {
  const t = useMessages('approvals');
  const { user } = useSession();
  const { approvalId } = route.useParams();
  const input = { approval_id: approvalId };
  const { data: approval } = useSuspenseQuery(one(getApproval, input));
  const part = partOf(approval, user.id);
  const { what, title } = useApprovalWords()(approval);
  return (
    <Page
      above={<Link to="/approvals">{t('title')}</Link>}
      title={title}
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
