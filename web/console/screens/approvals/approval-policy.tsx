import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getApprovalPolicy, setApprovalPolicy } from '../../../api/generated/approvals.ts';
import type { ApprovalPolicy as Policy } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { PolicyForm } from './policy-fields.tsx';

/** Which requests wait for a second person, and who that can be. */
export function ApprovalPolicy() {
  const t = useMessages('approvalPolicy');
  const approvals = useMessages('approvals');
  const session = useSession();
  const { data: policy } = useSuspenseQuery(one(getApprovalPolicy, {}));
  return (
    <Page
      above={<Link to="/approvals">{approvals('title')}</Link>}
      title={t('title')}
      actions={<SnippetButton code={snippet(getApprovalPolicy, {})} />}
    >
      <p className="max-w-[72ch] text-body">{t('text')}</p>
      {isAllowed(session, setApprovalPolicy) ? (
        // What was saved is what the next change begins with.
        <PolicyForm key={policy.updatedAt ?? ''} policy={policy} />
      ) : (
        <StoredPolicy policy={policy} />
      )}
      <Section title={t('approvers')}>
        <p className="max-w-[72ch] text-muted">
          {t('approversText')}{' '}
          <Link to="/team" className="text-accent underline">
            {t('team')}
          </Link>
        </p>
        <Approvers policy={policy} />
      </Section>
    </Page>
  );
}

function Approvers({ policy }: { policy: Policy }) {
  const t = useMessages('approvalPolicy');
  return (
    <dl className="flex flex-col">
      {policy.approvers.map(({ kind, users }) => (
        <div key={kind} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[14rem_1fr]">
          <dt className="text-muted">{t(`kind.${kind}`)}</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-4">
            {users.length === 0 && t('nobody')}
            {users.map(({ id, name }) => (
              <bdi key={id}>{name}</bdi>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function StoredPolicy({ policy }: { policy: Policy }) {
  const t = useMessages('approvalPolicy');
  return (
    <>
      <Notice kind="info" title={t('readOnly')} />
      {policy.rules.length === 0 && <p>{t('none')}</p>}
      <ul className="flex flex-col">
        {policy.rules.map(({ kind, limits = [] }) => (
          <li key={kind} className="flex flex-wrap gap-x-6 border-b border-line py-2">
            <span className="font-medium">{t(`kind.${kind}`)}</span>
            {limits.map(({ currency, amount }) => (
              <Money key={currency} amount={amount} currency={currency} hasCode />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
