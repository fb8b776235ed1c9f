import { useMessages } from '../../messages/catalogs.ts';
import { IconButton } from '../button.tsx';
import { Columns3, Download, Rows3 } from '../icons.ts';
import { Menu, MenuChoice, MenuLabel } from '../menu.tsx';
import type { Column } from './columns.tsx';
import { csvOf, download } from './csv.ts';
import type { TableState } from './use-table.ts';

interface TableToolsProps<Row extends object> {
  name: string;
  columns: readonly Column<Row>[];
  table: TableState<Row>;
  say(key: string): string;
  isCompact: boolean;
  setCompact(isCompact: boolean): void;
}

export function TableTools<Row extends object>(props: TableToolsProps<Row>) {
  const { name, columns, table, say, isCompact, setCompact } = props;
  const t = useMessages('ui');
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
      <IconButton
        icon={Download}
        label={t('csv')}
        onClick={() =>
          download(`${name.toLowerCase().replaceAll(/\s+/g, '-')}.csv`, csvOf(columns, table.rows, say))
        }
      />
    </div>
  );
}
