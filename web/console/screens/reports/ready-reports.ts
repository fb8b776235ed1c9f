import type { ReportPreview } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type reports from '../../../messages/en/reports.json';
import { columnText } from './column-text.ts';

/** Reports that every organization has, by the names of their messages. */
export const READY = [
  { template: 'REVENUE_BY_CUSTOMER', name: 'revenueByCustomer' },
  { template: 'REVENUE_BY_METER', name: 'revenueByMeter' },
  { template: 'MARGIN', name: 'margin' },
  { template: 'CREDIT_LIABILITY', name: 'creditLiability' },
  { template: 'RECEIVABLES_AGING', name: 'receivables' },
  { template: 'UNPROCESSED_EVENTS', name: 'rejectedEvents' },
  { template: 'UNMATCHED_EVENTS', name: 'unmatchedEvents' },
  { template: 'REVENUE', name: 'revenue' },
  { template: 'USAGE', name: 'usage' },
] as const;

/** The headings of a ready report in the language of the reader; the file has those of its query. */
export function inWords<Preview extends Pick<ReportPreview, 'columns'>>(
  preview: Preview,
  t: Translate<keyof typeof reports & string>,
): Preview {
  const columns = preview.columns.map((column) => ({
    ...column,
    header: column.truncatedTo === 'month' ? t('month') : columnText(column.columnName, t),
  }));
  const areUnique = new Set(columns.map(({ header }) => header)).size === columns.length;
  return areUnique ? { ...preview, columns } : preview;
}
