import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createLicenseUpdate,
  listLicenseUpdates,
  listNamedLicenseUpdates,
} from '../../../api/generated/licenses.ts';
import type { Account, NamedLicenseUpdate } from '../../../api/generated/types.ts';
import { all } from '../../../api/queries.ts';
import { now } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { AddOnName } from '../../../parts/add-on-name.tsx';
import { Allowed } from '../../../parts/allowed.tsx';
import { List } from '../../../parts/list-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { type Column, quantity, status, text, time } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Plus } from '../../../ui/icons.ts';
import { looksOf } from '../../../ui/look.ts';
import { Section } from '../../../ui/page.tsx';
import { LicenseDialog } from './license-dialog.tsx';
import { type LicenseLevel, type LicenseState, levelsOf, nameState } from './license-view.ts';

const state = looksOf<LicenseState, 'license'>(
  { CURRENT: { tone: 'good' }, PAST: { tone: 'neutral' }, FUTURE: { tone: 'info', shape: 'outline' } },
  'license',
);

const names: readonly Column<NamedLicenseUpdate>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  license(({ licenseId }) => licenseId),
  status('state', (entry) => state.look(nameState(entry, now()))),
  time('effectiveFrom', ({ effectiveFrom }) => effectiveFrom),
  time('effectiveUntil', ({ effectiveUntil }) => effectiveUntil),
];

/** Seats of an account: quantities that were granted, and the names that events activate. */
export function LicensesTab({ account }: { account: Account }) {
  const t = useMessages('entitlements');
  const [isOpen, setOpen] = useState(false);
  const input = { account_id: account.id };
  const { data } = useSuspenseQuery(all(listLicenseUpdates, input));
  const grant = account.status !== 'ARCHIVED' && (
    <Allowed operation={createLicenseUpdate}>
      <Button kind="primary" icon={Plus} onClick={() => setOpen(true)}>
        {t('changeQuantity')}
      </Button>
    </Allowed>
  );
  return (
    <div className="flex flex-col gap-5">
      <DataTable
        name={t('licenses')}
        columns={levels}
        data={allRows(levelsOf(data.rows, now()))}
        idOf={({ id }) => id}
        say={t as (key: string) => string}
        filters={grant}
        empty={<EmptyState text={t('noLicenses')} />}
      />
      <Section title={t('names')}>
        <List
          name={t('names')}
          operation={listNamedLicenseUpdates}
          input={input}
          columns={names}
          idOf={({ id }) => id}
          say={t as (key: string) => string}
          empty={<EmptyState text={t('noNames')} />}
        />
      </Section>
      {isOpen && <LicenseDialog accountId={account.id} onClose={() => setOpen(false)} />}
    </div>
  );
}

const levels: readonly Column<LicenseLevel>[] = [
  license(({ update }) => update.licenseId, 'title'),
  quantity('quantity', ({ update }) => update.quantity, { place: 'amount' }),
  status('state', (level) => state.look(level.state)),
  time('effectiveFrom', ({ update }) => update.effectiveFrom),
  time('createdAt', ({ update }) => update.createdAt, { place: 'none' }),
];

/** An add-on by its name; the file has its id. */
function license<Row>(read: (row: Row) => string, place: 'title' | 'meta' = 'meta'): Column<Row> {
  return {
    id: 'license',
    cell: (row) => <AddOnName id={read(row)} />,
    text: (row) => read(row),
    place,
  };
}
