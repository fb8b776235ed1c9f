import type { ReactNode } from 'react';
import { useMessages } from '../../../messages/catalogs.ts';
import { classes } from '../../../ui/classes.ts';
import { cellsAt, EVERY, type MatrixCell, type PriceMatrix } from './price-matrix.ts';

interface MatrixTableProps {
  matrix: PriceMatrix;
  label: string;
  cell(cell: MatrixCell): ReactNode;
}

/** Prices by the values of one or two fields; a gap is named as one. */
export function MatrixTable({ matrix, label, cell }: MatrixTableProps) {
  const t = useMessages('priceMatrix');
  const { rowField, columnField, rows, columns } = matrix;
  const valueText = (value: string) => (value === EVERY ? t('every') : value);
  const head = 'h-9 border-b border-line-strong px-2 font-medium';
  return (
    <section aria-label={label} tabIndex={0} className="max-w-full overflow-x-auto">
      <table className="border-separate border-spacing-0">
        <thead>
          <tr className="text-caption text-muted">
            <th scope="col" className={classes(head, 'sticky start-0 bg-canvas text-start')}>
              <bdi>{columnField ? `${rowField} / ${columnField}` : rowField}</bdi>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={classes(head, 'text-end')}>
                <bdi>{columnField ? valueText(column) : t('price')}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th
                scope="row"
                className="sticky start-0 max-w-60 border-b border-line bg-canvas px-2 py-1 text-start font-medium break-words"
              >
                <bdi>{valueText(row)}</bdi>
              </th>
              {columns.map((column) => {
                const found = cellsAt(matrix, row, column);
                return (
                  <td key={column} className="border-b border-line px-2 py-1 text-end align-top">
                    {found.length === 0 ? (
                      <span className="inline-flex h-8 items-center text-warn">{t('gap')}</span>
                    ) : (
                      found.map((each) => <div key={each.card.name}>{cell(each)}</div>)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
