import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getCredit } from '../../../api/generated/credits.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { creditStatus } from '../../../parts/credit-look.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CreditUses } from './credit-uses.tsx';
import { remainingOf } from './credit-view.ts';
import { CreditWaterfall } from './credit-waterfall.tsx';
import { VoidButton } from './void-button.tsx';

const route = getRouteApi('/credits/$creditId');

/** A credit: what was granted, and which invoices used it. */
export function CreditDetail() {
  const t = useMessages('credits');
  const { creditId } = route.useParams();
  const input = { credit_id: creditId };
  const { data: credit } = useSuspenseQuery(one(getCredit, input));
  const amount = (value: string) => <Money amount={value} currency={credit.creditUnit} />;
  return (
    <Page
      above={<Link to="/credits">{t('title')}</Link>}
      title={<bdi>{credit.purpose}</bdi>}
      beside={
        <>
          <StatusBadge look={creditStatus.look(credit.status)} say={t} />
          <Identifier value={credit.id} isShort />
        </>
      }
      actions={
        <>
          {credit.status === 'ACTIVE' && <VoidButton credit={credit} />}
          <SnippetButton code={snippet(getCredit, input)} />
        </>
      }
    >
      <Figures
        figures={[
          { label: t('granted'), value: amount(credit.creditAmount) },
          { label: t('used'), value: amount(credit.consumedAmount) },
          { label: t('held'), value: amount(credit.holdAmount), note: t('heldNote') },
          { label: t('left'), value: amount(remainingOf(credit)) },
        ]}
      />
      <Facts
        facts={[
          { label: t('account'), value: <RecordLink area="accounts" id={credit.accountId} /> },
          { label: t('effectiveFrom'), value: <Instant at={credit.effectiveFrom} /> },
          { label: t('effectiveUntil'), value: <Instant at={credit.effectiveUntil} /> },
          { label: t('priority'), value: String(credit.priority) },
          {
            label: t('applicable'),
            value: <bdi>{credit.applicableEntityIds?.join(', ') || t('everything')}</bdi>,
          },
          { label: t('origin'), value: <bdi>{credit.grantorId ?? '—'}</bdi> },
          { label: t('key'), value: <bdi>{credit.idempotencyKey ?? '—'}</bdi> },
        ]}
      />
      <CreditWaterfall credit={credit} />
      <Section title={t('uses')}>
        <CreditUses credit={credit} />
      </Section>
    </Page>
  );
}
