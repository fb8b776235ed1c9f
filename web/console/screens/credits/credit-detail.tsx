import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getCredit, voidCredit } from '../../../api/generated/credits.ts';
import type { CreditDetails } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { subtract } from '../../../format/decimals.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { creditStatus } from '../../../parts/credit-look.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CreditEntries } from './credit-entries.tsx';

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
          { label: t('left'), value: amount(subtract(credit.creditAmount, credit.consumedAmount)) },
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
        ]}
      />
      <Section title={t('entries')}>
        <CreditEntries credit={credit} />
      </Section>
    </Page>
  );
}

function VoidButton({ credit }: { credit: CreditDetails }) {
  const t = useMessages('credits');
  const { mutate, isPending, error } = useWrite(voidCredit);
  const left = formatMoney(subtract(credit.creditAmount, credit.consumedAmount), credit.creditUnit);
  return (
    <Allowed operation={voidCredit}>
      <ConfirmButton
        label={t('void')}
        title={t('voidTitle')}
        kind="danger"
        isPending={isPending}
        error={error}
        onConfirm={(close) => mutate({ credit_id: credit.id }, { onSuccess: close })}
      >
        <p>{t('voidText', { amount: left })}</p>
      </ConfirmButton>
    </Allowed>
  );
}
