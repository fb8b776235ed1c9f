import { useState } from 'react';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { type Column, money, status, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type CheckedRow, isFaulty } from './credit-csv-view.ts';

type State = 'OK' | 'REPEATED' | 'FAULTY' | 'UNCHECKED';
const TONES: Record<State, Tone> = { OK: 'good', REPEATED: 'info', FAULTY: 'bad', UNCHECKED: 'neutral' };

const columns: readonly Column<CheckedRow>[] = [
  text('line', ({ line }) => String(line), { isNumber: true, place: 'meta' }),
  text('account', ({ cells, checked }) => checked?.accountName ?? cells.account, { place: 'title' }),
  money('amount', ({ cells, grant, checked }) => ({
    amount: checked?.creditAmount ?? grant?.creditAmount.rawJSON ?? readDecimal(cells.amount),
    currency: checked?.currency,
  })),
  text('purpose', ({ grant, cells }) => grant?.purpose ?? cells.purpose, { place: 'none' }),
  text('from', ({ grant, cells }) => grant?.effectiveFrom ?? cells.from, { place: 'none' }),
  text('until', ({ cells }) => cells.until || null, { place: 'none' }),
  status('state', (row) => ({ tone: TONES[stateOf(row)], word: `state.${stateOf(row)}` })),
  {
    id: 'problem',
    place: 'meta',
    text: sentenceOf,
    cell: (row, say) => (
      <bdi className="block min-w-48 whitespace-normal text-bad">{sentenceOf(row, say)}</bdi>
    ),
  },
];

interface ImportRowsProps {
  rows: readonly CheckedRow[];
  isChecking: boolean;
}

/** Every row with what would become of it; those that cannot be granted say why. */
export function ImportRows({ rows, isChecking }: ImportRowsProps) {
  const t = useMessages('creditImport');
  const [isFiltered, setFiltered] = useState(false);
  const hasFaulty = rows.some(isFaulty);
  return (
    <DataTable
      name={t('rows')}
      columns={columns}
      data={{
        rows: isFiltered && hasFaulty ? rows.filter(isFaulty) : rows,
        ...{ isLoading: false, isStale: isChecking, hasMore: false, onMore: () => undefined },
      }}
      idOf={({ line }) => String(line)}
      say={(key) => t(key as 'line')}
      filters={
        hasFaulty && (
          <CheckboxField
            label={t('onlyFaulty')}
            checked={isFiltered}
            onChange={({ target }) => setFiltered(target.checked)}
          />
        )
      }
      empty={<EmptyState text={t('noRows')} />}
    />
  );
}

function stateOf(row: CheckedRow): State {
  if (isFaulty(row)) return 'FAULTY';
  if (!row.checked) return 'UNCHECKED';
  return row.checked.isRepeated ? 'REPEATED' : 'OK';
}

function sentenceOf({ problem, checked }: CheckedRow, say: (key: string) => string): string {
  return problem === null ? (checked?.problem?.message ?? '') : say(`row.${problem}`);
}
