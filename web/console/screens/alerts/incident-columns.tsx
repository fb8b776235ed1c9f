import type { Incident } from '../../../api/generated/types.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { type Column, identifier, moment, status, text } from '../../../ui/data-table/columns.tsx';
import { incidentStatus, measured, valueName } from './alert-view.ts';

export const incidentColumns: readonly Column<Incident>[] = [
  text('kind', ({ alertTemplateId }, say) => say(`kind.${alertTemplateId}`), { place: 'title' }),
  status('status', ({ status: state }) => incidentStatus.look(state)),
  text('value', measured, { isNumber: true, place: 'amount' }),
  {
    id: 'subject',
    cell: ({ reportData: { invoiceId, dimensionValue } }) => {
      if (invoiceId) return <RecordLink area="invoices" id={invoiceId} />;
      return dimensionValue ? (
        <RecordLink area="events" id="uncounted" search={{ tab: 'values' }}>
          {valueName(dimensionValue)}
        </RecordLink>
      ) : (
        '—'
      );
    },
    text: ({ reportData: { invoiceId, dimensionValue } }) =>
      dimensionValue ? valueName(dimensionValue) : (invoiceId ?? ''),
    place: 'meta',
  },
  moment('createdAt', ({ createdAt }) => createdAt, { sort: 'created_at' }),
  moment('lastCheckedAt', ({ lastCheckedAt }) => lastCheckedAt, { place: 'none' }),
  identifier('alert', ({ alertId }) => alertId, { isExtra: true }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];
