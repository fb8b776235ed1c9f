import type { ReportPreview } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { canCompare } from '../../../parts/report/report-requests.ts';
import { daysOf, type ReportSearch } from '../../../parts/report/report-search.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { DateField } from '../../../ui/field.tsx';

interface ReportPeriodProps {
  search: ReportSearch;
  preview: ReportPreview | undefined;
  onChange(change: Partial<ReportSearch>): void;
}

/** Of which days and account a report is, and whether it is compared with the days before. */
export function ReportPeriod({ search, preview, onChange }: ReportPeriodProps) {
  const t = useMessages('reports');
  const { from = '', until = '', account = '', compare } = search;
  const isWrong = from !== '' && until !== '' && from > until;
  const canBe = preview !== undefined && canCompare(preview);
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[10rem_10rem_minmax(0,16rem)_auto]">
      {preview?.hasTime !== false && (
        <>
          <DateField
            label={t('from')}
            value={from}
            onChange={({ target }) => onChange({ from: target.value })}
          />
          <DateField
            label={t('until')}
            value={until}
            error={isWrong ? t('untilInvalid') : undefined}
            onChange={({ target }) => onChange({ until: target.value })}
          />
        </>
      )}
      <RecordField
        kind={accounts}
        label={t('account')}
        name="account"
        value={account}
        onChange={({ target }) => onChange({ account: target.value })}
        onBlur={() => undefined}
      />
      {(canBe || compare) && (
        <div className="sm:pt-7">
          <CheckboxField
            label={t('compare')}
            checked={compare !== undefined}
            disabled={!canBe || daysOf(search) === null}
            help={daysOf(search) === null ? t('compareHelp') : undefined}
            onChange={({ target }) => onChange({ compare: target.checked ? '1' : '' })}
          />
        </div>
      )}
    </div>
  );
}
