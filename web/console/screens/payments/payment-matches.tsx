import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { RadioField } from '../../../ui/choice-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { PaymentFields } from './payment-form.ts';
import type { FoundMatches, ShownMatch } from './use-matches.ts';

export type PaymentForm = ReturnType<typeof useForm<PaymentFields, PaymentFields>>;

/** Who the line may be from, the likeliest first; or any account. */
export function PaymentMatches({ form, found }: { form: PaymentForm; found: FoundMatches }) {
  const t = useMessages('payments');
  const { matches, match, hasSearched, error } = found;
  const noteOf = ({ reasons, confidence, accountName }: ShownMatch) =>
    [
      accountName,
      ...(confidence ? [t(`confidence.${confidence}`)] : []),
      ...reasons.map((reason) => t(`reason.${reason}`)),
    ].join(' · ');
  return (
    <div className="flex flex-col gap-4" aria-busy={found.isSearching}>
      {error !== null && <ProblemNotice error={error} />}
      {matches.length > 0 && (
        <RadioField
          name="match"
          label={t('matches')}
          value={match?.key ?? ''}
          onChange={({ target }) => form.set({ match: target.value, accountId: '' })}
          options={matches.map((each) => ({
            ...{ value: each.key, text: each.debtorName, help: noteOf(each) },
          }))}
        />
      )}
      <p role="status" className="text-muted">
        {hasSearched && matches.length === 0 && t('noMatch')}
      </p>
      <div className="max-w-96">
        <RecordField
          {...form.input('accountId')}
          kind={accounts}
          label={t(matches.length > 0 ? 'otherAccount' : 'account')}
        />
      </div>
    </div>
  );
}
