import type { createAuditExport } from '../../../api/generated/audit-log.ts';
import type { InputOf } from '../../../api/operation.ts';
import { addDays } from '../../../format/time.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type { Form } from '../../../ui/use-form.ts';

type Body = InputOf<typeof createAuditExport>['body'];
type Fields = Readonly<{ format: string; from: string; until: string }>;

export const FORMATS = ['CSV', 'NDJSON'] as const;

/** Days of UTC; the last one is included. Empty: from the beginning, or to the end. */
export function auditExportForm(t: Translate<'daysReversed'>): Form<Fields, Body> {
  return {
    initial: { format: 'CSV', from: '', until: '' },
    check: ({ from, until }) =>
      from !== '' && until !== '' && until < from ? { until: t('daysReversed') } : {},
    read: ({ format, from, until }) => ({
      format: FORMATS.find((each) => each === format) ?? 'CSV',
      filters: {
        ...(from !== '' && { from: `${from}T00:00:00Z` }),
        ...(until !== '' && { to: `${addDays(until, 1)}T00:00:00Z` }),
      },
    }),
  };
}
