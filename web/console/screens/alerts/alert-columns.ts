import type { Alert } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type alerts from '../../../messages/en/alerts.json';
import { nameOf } from '../../../parts/record-names/name-column.ts';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { alertName, alertStatus, limitText } from './alert-view.ts';

type Say = Translate<keyof typeof alerts & string>;

export const alertColumns: readonly Column<Alert>[] = [
  text('description', (alert, say) => alertName(alert, say as Say), { place: 'title' }),
  status('status', ({ status: state }) => alertStatus.look(state)),
  text('kind', ({ alertTemplateId }, say) => say(`kind.${alertTemplateId}`), { place: 'none' }),
  nameOf('account', { kind: 'accounts', read: ({ ownerDetails }) => ownerDetails.accountId }),
  text('threshold', (alert, say) => limitText(alert, say as Say)),
  text('channels', ({ channels }, say) => channels?.map(({ type }) => say(`channel.${type}`)).join(', '), {
    place: 'none',
  }),
  time('updatedAt', ({ updatedAt }) => updatedAt),
  identifier('id', ({ id }) => id, { isExtra: true }),
];
