import { useRef, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { IconButton } from '../button.tsx';
import { Columns3, Download, Rows3, X } from '../icons.ts';
import { Menu, MenuChoice, MenuLabel } from '../menu.tsx';
import type { Column } from './columns.tsx';
import { csvOf, download } from './csv.ts';
import type { Rows } from './data-table.tsx';
import type { TableState } from './use-table.ts';

interface TableToolsProps<Row extends object> {
  name: string;
  columns: readonly Column<Row>[];
  data: Rows<Row>;
  table: TableState<Row>;
  say(key: string): string;
  isCompact: boolean;
  setCompact(isCompact: boolean): void;
}

export function TableTools<Row extends object>(props: TableToolsProps<Row>) {
  const { columns, table, say, isCompact, setCompact } = props;
  const t = useMessages('ui');
  const { state, count, write, cancel } = useExport(props);
  return (
    <div className="flex items-center gap-1">
      <Menu trigger={<IconButton icon={Columns3} label={t('columns')} />}>
        <MenuLabel>{t('columns')}</MenuLabel>
        {columns.map((column) => (
          <MenuChoice
            key={column.id}
            isChecked={table.isShown(column)}
            onChange={() => table.toggleColumn(column.id)}
          >
            {say(column.id)}
          </MenuChoice>
        ))}
      </Menu>
      <IconButton
        icon={Rows3}
        label={isCompact ? t('comfortable') : t('compact')}
        aria-pressed={isCompact}
        onClick={() => setCompact(!isCompact)}
      />
      {state === 'failed' && (
        <span role="alert" className="px-1 text-bad">
          {t('csvFailed')}
        </span>
      )}
      {state === 'loading' ? (
        <>
          <span role="status" className="px-1 text-muted">
            {t('csvLoading', { count })}
          </span>
          <IconButton icon={X} label={t('csvCancel')} onClick={cancel} />
        </>
      ) : (
        <IconButton icon={Download} label={t('csv')} onClick={() => void write()} />
      )}
    </div>
  );
}

/** Writes the file when all rows are there; a file with a part of them would look complete. */
function useExport<Row extends object>({ name, columns, data, say }: TableToolsProps<Row>) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [count, setCount] = useState(0);
  const reading = useRef<AbortController>(undefined);
  const write = async () => {
    const abort = new AbortController();
    const { signal } = abort;
    reading.current = abort;
    setCount(0);
    setState('loading');
    try {
      const rows = data.all ? await data.all({ signal, onCount: setCount }) : data.rows;
      download(`${name.toLowerCase().replaceAll(/\s+/g, '-')}.csv`, csvOf(columns, rows, say));
      setState('idle');
    } catch {
      setState(signal.aborted ? 'idle' : 'failed');
    }
  };
  return { state, count, write, cancel: () => reading.current?.abort() };
}
