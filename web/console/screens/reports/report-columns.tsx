import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReportPreview } from '../../../api/generated/types.ts';
import { formatPercent, formatQuantity } from '../../../format/money.ts';
import { formatDay, formatHour } from '../../../format/time.ts';
import { isSum, type PreviewColumn } from '../../../parts/report/report-requests.ts';
import type { Column } from '../../../ui/data-table/columns.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { changeOf, currencyOf, isAmount, type ReportRow, recordsPath } from './report-rows.ts';

interface ColumnTexts {
  before: string;
  change: string;
}

/** A column of the table for each of the report; sums of two periods have three. */
export function reportColumns(
  preview: ReportPreview,
  { zone, compared }: { zone: string; compared: ColumnTexts | null },
): Column<ReportRow>[] {
  return preview.columns.flatMap((column, index) => {
    const own = columnOf(preview, index, zone);
    if (!compared || !isSum(column)) return [own];
    const number = { isNumber: true, place: 'none' } as const;
    const past: Column<ReportRow> = {
      ...{ id: `${own.id}, ${compared.before}`, ...number },
      cell: ({ before, cells }) => amount(preview, { column, index, cells, value: before?.[index] }),
      text: ({ before }) => before?.[index] ?? '',
    };
    const change: Column<ReportRow> = {
      ...{ id: `${own.id}, ${compared.change}`, ...number },
      cell: (row) => {
        const { difference, percent } = changeOf(row, index);
        return (
          <>
            {amount(preview, { column, index, cells: row.cells, value: difference })}{' '}
            <span className="text-muted">{percent === null ? '' : formatPercent(percent)}</span>
          </>
        );
      },
      text: (row) => changeOf(row, index).difference,
    };
    return [own, past, change];
  });
}

function columnOf(preview: ReportPreview, index: number, zone: string): Column<ReportRow> {
  const column = preview.columns[index] as PreviewColumn;
  const isNumber = column.type === 'NUMBER';
  const firstNumber = preview.columns.findIndex(({ type }) => type === 'NUMBER');
  return {
    id: column.header,
    isNumber,
    place: index === 0 ? 'title' : index === firstNumber ? 'amount' : 'meta',
    cell: ({ cells }) => {
      const value = cells[index];
      if (value === null || value === undefined) return '—';
      if (isNumber) return linked(preview, cells, amount(preview, { column, index, cells, value }));
      if (column.type === 'TIME') return timeText(column, value, zone);
      return <bdi className="block max-w-80 truncate">{value}</bdi>;
    },
    text: ({ cells }) => cells[index] ?? '',
  };
}

/** A number leads to what it is the sum of. */
function linked(preview: ReportPreview, cells: readonly (string | null)[], shown: ReactNode): ReactNode {
  const path = recordsPath(preview, cells);
  if (path === null) return shown;
  return (
    <Link to={path as '/'} className="text-accent hover:underline">
      {shown}
    </Link>
  );
}

interface Cell {
  column: PreviewColumn;
  index: number;
  cells: readonly (string | null)[];
  value: string | null | undefined;
}

function amount(preview: ReportPreview, { column, index, cells, value }: Cell): ReactNode {
  if (value === null || value === undefined) return '—';
  if (!isAmount(column)) return formatQuantity(value);
  return <Money amount={value} currency={currencyOf(preview, cells, index)} hasCode />;
}

function timeText({ truncatedTo }: PreviewColumn, value: string, zone: string): ReactNode {
  if (truncatedTo === null) return <Instant at={value} />;
  return truncatedTo === 'hour' ? formatHour(value, zone) : formatDay(value, zone);
}
