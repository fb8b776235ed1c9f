import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listReviewedDrafts } from '../../../api/generated/draft-reviews.ts';
import type { DraftReview, ReviewedDraft } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { formatPercent } from '../../../format/money.ts';
import { formatClock } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Period } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Facts, Section } from '../../../ui/page.tsx';
import { ownerOf } from './bill-run-view.ts';
import { CommentList } from './comment-list.tsx';
import { DraftDecision } from './draft-decision.tsx';
import { FindingList } from './finding-list.tsx';
import type { DraftActions } from './use-draft-actions.ts';

interface DraftDrawerProps {
  review: DraftReview;
  draft: ReviewedDraft;
  actions: DraftActions;
  canDecide: boolean;
  onClose(): void;
}

/** A draft beside the list: what it costs, what the checks found, and what people decided and wrote. */
export function DraftDrawer({ review, draft: listed, actions, canDecide, onClose }: DraftDrawerProps) {
  const t = useMessages('billRuns');
  const { invoiceId } = listed;
  const input = { review_id: review.id, _search: invoiceId };
  const { data } = useQuery(one(listReviewedDrafts, input));
  const draft = data?.data.find((each) => each.invoiceId === invoiceId) ?? listed;
  return (
    <Drawer title={ownerOf(draft)} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <div className="flex flex-col gap-5">
        <DraftFacts draft={draft} />
        <div className="flex flex-wrap gap-2">
          <Link to="/invoices/$invoiceId" params={{ invoiceId }} className={buttonClasses()}>
            {t('openInvoice')}
          </Link>
          <Link to="/invoices/$invoiceId/explain" params={{ invoiceId }} className={buttonClasses()}>
            {t('explain')}
          </Link>
        </div>
        <Section title={t('findings')}>
          <FindingList draft={draft} />
        </Section>
        {canDecide && (
          <Section title={t('decision')}>
            <DraftDecision draft={draft} actions={actions} />
          </Section>
        )}
        <Section title={t('comments')}>
          <CommentList draft={draft} onComment={() => actions.comment(draft)} />
        </Section>
      </div>
    </Drawer>
  );
}

function DraftFacts({ draft }: { draft: ReviewedDraft }) {
  const t = useMessages('billRuns');
  const { accountId, currency, amount, previousAmount, previousInvoiceId, delta, deltaPercent } = draft;
  return (
    <Facts
      facts={[
        { label: t('current'), value: <Money amount={amount} currency={currency} hasCode /> },
        { label: t('previous'), value: <Money amount={previousAmount} currency={currency} hasCode /> },
        { label: t('delta'), value: <Money amount={delta} currency={currency} hasCode /> },
        { label: t('change'), value: deltaPercent === null ? '—' : formatPercent(deltaPercent) },
        { label: t('account'), value: accountId ? <RecordLink area="accounts" id={accountId} /> : '—' },
        { label: t('plan'), value: <bdi>{draft.pricePlanName ?? '—'}</bdi> },
        { label: t('period'), value: <Period start={draft.startDate} end={draft.endDate} /> },
        { label: t('computedAt'), value: formatClock(draft.computedAt) },
        ...(previousInvoiceId
          ? [
              {
                label: t('previousInvoice'),
                value: <RecordLink area="invoices" id={previousInvoiceId} />,
              },
            ]
          : []),
      ]}
    />
  );
}
