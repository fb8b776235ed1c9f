import type { ReactNode } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import type { DataTableProps, FailedRow } from './data-table.tsx';

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

/** How many rows wait for a second person, whom the page of approvals names. */
export function HeldRows({ count, onClose }: { count: number; onClose(): void }) {
  const t = useMessages('ui');
  if (count === 0) return null;
  return (
    <Notice
      kind="info"
      title={t.count('heldRows', count)}
      actions={<Button onClick={onClose}>{t('dismiss')}</Button>}
    >
      {t('held.text')}
    </Notice>
  );
}
