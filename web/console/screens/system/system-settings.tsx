import type { SystemSetting } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { type Column, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';

const columns: readonly Column<SystemSetting>[] = [
  text('setting', ({ name }) => name, { place: 'title' }),
  text('value', ({ value, isSecret, source }, say) =>
    isSecret && source === 'ENVIRONMENT' ? say('isSet') : (value ?? say('notSet')),
  ),
  text('source', ({ source }, say) => say(`source.${source}`)),
];

/** Every setting of the deployment, and where its value comes from. */
export function SystemSettings({ settings }: { settings: readonly SystemSetting[] }) {
  const t = useMessages('system');
  return (
    <Section title={t('settings')}>
      <DataTable
        name={t('settings')}
        columns={columns}
        data={allRows(settings)}
        idOf={({ name }) => name}
        say={(key) => t(key as 'title')}
        empty={<EmptyState text={t('notSet')} />}
      />
    </Section>
  );
}
