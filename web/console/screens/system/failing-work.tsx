import type { FailingPiece } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { type Column, status, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { looksOf } from '../../../ui/look.ts';

const stateLook = looksOf<FailingPiece['state'], 'state'>(
  { RETRYING: { tone: 'warn' }, ON_HOLD: { tone: 'bad' } },
  'state',
);

const columns: readonly Column<FailingPiece>[] = [
  text('kind', ({ kind }) => kind, { place: 'title' }),
  status('state', ({ state }) => stateLook.look(state)),
  text('organization', ({ organizationId }) => organizationId),
  text('environment', ({ environment }, say) => say(`environment.${environment}`), { place: 'none' }),
  text('reason', ({ reason }) => reason),
  text('attempts', ({ attempts }) => formatCount(attempts), { isNumber: true, place: 'none' }),
  text('failingSince', ({ failingSince }) => formatInstant(failingSince), { place: 'none' }),
];

/** Failing work of all organizations: which kind, why and since when. */
export function FailingWork({ failing }: { failing: readonly FailingPiece[] }) {
  const t = useMessages('system');
  return (
    <>
      {failing.length > 0 && <p className="max-w-[72ch] text-muted">{t('failingHelp')}</p>}
      <DataTable
        name={t('work')}
        columns={columns}
        data={allRows(failing)}
        idOf={({ organizationId, environment, id }) => `${organizationId} ${environment} ${id}`}
        say={(key) => t(key as 'title')}
        empty={<EmptyState text={t('noFailing')} />}
      />
    </>
  );
}
