import type { Customer } from '../../../api/generated/types.ts';
import { countryName } from '../../../format/country.ts';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { customerStatus } from './customer-view.ts';

export const customerColumns: readonly Column<Customer>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  status('status', ({ status: state }) => customerStatus.look(state)),
  text('email', ({ primaryEmail }) => primaryEmail),
  text('country', ({ address }) => address.country && countryName(address.country)),
  time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
  time('updatedAt', ({ updatedAt }) => updatedAt, { sort: 'updated_at' }),
  identifier('id', ({ id }) => id, { sort: 'id' }),
];
