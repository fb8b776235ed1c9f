import type { ReactNode } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import type { DataTableProps, FailedRow } from './data-table.tsx';
import { RowLink } from './table-row.tsx';

interface BulkBarProps {
  name: string;
  count: number;
  onClear(): void;
  children: ReactNode;
}

/** How many rows are selected, and what can be done with them. */
export function BulkBar({ name, count, onClear, children }: BulkBarProps) {
  const t = useMessages('ui');
  return (
    <div
      role="region"
      aria-label={name}
      className="flex flex-wrap items-center gap-2 rounded-md bg-selected p-2"
    >
      <span className="px-1 font-medium">{t.count('selected', count)}</span>
      {children}
      <Button kind="quiet" onClick={onClear}>
        {t('clear')}
      </Button>
    </div>
  );
}

interface FailedRowsProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'say'> {
  failed: readonly FailedRow<Row>[];
  onClose(): void;
}

/** Which rows could not be processed, each by its name, and why. */
export function FailedRows<Row>({ failed, columns, say, onClose }: FailedRowsProps<Row>) {
  const t = useMessages('ui');
  const title = columns.find(({ place }) => place === 'title') ?? columns[0];
  if (failed.length === 0) return null;
  return (
    <Notice
      kind="bad"
      title={t.count('failedRows', failed.length)}
      actions={<Button onClick={onClose}>{t('dismiss')}</Button>}
    >
      <ul className="max-h-48 list-disc overflow-y-auto ps-5">
        {failed.map(({ row, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <bdi className="font-medium">{title?.text(row, say)}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface HeldRowsProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'say'> {
  held: readonly FailedRow<Row>[];
  onClose(): void;
}

/** Which rows wait for a second person, each with its approval. */
export function HeldRows<Row>({ held, columns, say, onClose }: HeldRowsProps<Row>) {
  const t = useMessages('ui');
  const title = columns.find(({ place }) => place === 'title') ?? columns[0];
  if (held.length === 0) return null;
  return (
    <Notice
      kind="info"
      title={t.count('heldRows', held.length)}
      actions={<Button onClick={onClose}>{t('dismiss')}</Button>}
    >
      {t('held.text')}
      <ul className="mt-1 max-h-48 list-disc overflow-y-auto ps-5">
        {held.map(({ row, approval }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <bdi className="font-medium">{title?.text(row, say)}</bdi>
            {approval && (
              <>
                {': '}
                <RowLink url={approval.url} onOpen={approval.open}>
                  {t('held.open')}
                </RowLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
