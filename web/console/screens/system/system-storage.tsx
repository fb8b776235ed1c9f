import type { System, TableSize } from '../../../api/generated/types.ts';
import { formatBytes } from '../../../format/bytes.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { type Column, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Facts, Section } from '../../../ui/page.tsx';

const columns: readonly Column<TableSize>[] = [
  text('table', ({ name }) => name, { place: 'title' }),
  text('size', ({ bytes }) => formatBytes(bytes), { isNumber: true, place: 'amount' }),
  text('rows', ({ rows }, say) => (rows < 0 ? say('notAnalyzed') : formatCount(rows)), { isNumber: true }),
];

/** Database, disk and migrations. */
export function SystemStorage({ system }: { system: System }) {
  const t = useMessages('system');
  const { database, disk, migrations, tables } = system;
  const { pending } = migrations;
  return (
    <Section title={t('storage')}>
      <Facts
        facts={[
          { label: t('databaseVersion'), value: database.version },
          { label: t('databaseSize'), value: formatBytes(database.bytes) },
          {
            label: t('connections'),
            value: t('connectionsOf', { used: database.connections, max: database.maxConnections }),
          },
          {
            label: t('diskFree'),
            value: disk
              ? t('diskOf', { free: formatBytes(disk.freeBytes), total: formatBytes(disk.totalBytes) })
              : '—',
          },
          {
            label: t('migrations'),
            value: t('migrationsOf', { count: migrations.applied, last: migrations.last }),
          },
          { label: t('pending'), value: pending.length === 0 ? t('noPending') : pending.join(', ') },
        ]}
      />
      <DataTable
        name={t('tables')}
        columns={columns}
        data={allRows(tables)}
        idOf={({ name }) => name}
        say={(key) => t(key as 'title')}
        empty={<EmptyState text={t('notAnalyzed')} />}
      />
    </Section>
  );
}
