import type { Account } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { taxIdText } from '../../../parts/tax-id.ts';
import { Facts, Section } from '../../../ui/page.tsx';

/** Terms, recipients, tax ids, tags and the settings that differ from those of the organization. */
export function AccountSettings({ account }: { account: Account }) {
  const t = useMessages('accounts');
  const { billingInformation, taxIds, tags, invoiceGroupDetails, metadata = {} } = account;
  const list = (values: readonly string[] | undefined) => <bdi>{values?.join(', ') || '—'}</bdi>;
  return (
    <div className="flex flex-col gap-5">
      <Facts
        facts={[
          {
            label: t('netTerms'),
            value:
              account.netTermDays === undefined
                ? t('asOrganization')
                : t('days', { days: account.netTermDays }),
          },
          { label: t('recipients'), value: list(billingInformation?.emailRecipients) },
          { label: t('copies'), value: list(billingInformation?.additionalEmailRecipients) },
          {
            label: t('taxIds'),
            value: list(taxIds?.map(taxIdText)),
          },
          { label: t('tags'), value: list(tags) },
          {
            label: t('group'),
            value: invoiceGroupDetails ? (
              <RecordLink area="invoice-groups" id={invoiceGroupDetails.id}>
                {invoiceGroupDetails.name}
              </RecordLink>
            ) : (
              '—'
            ),
          },
        ]}
      />
      <Section title={t('ownSettings')}>
        <Pairs pairs={account.settings.map(({ name, value }) => [name, value])} empty={t('noSettings')} />
      </Section>
      <Section title={t('metadata')}>
        <Pairs pairs={Object.entries(metadata)} empty={t('noMetadata')} />
      </Section>
    </div>
  );
}

function Pairs({ pairs, empty }: { pairs: readonly (readonly [string, string])[]; empty: string }) {
  if (pairs.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(12rem,auto)_1fr]">
      {pairs.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-caption text-muted">{name}</dt>
          <dd className="mb-2 break-words sm:mb-0">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
