import type { Customer } from '../../../api/generated/types.ts';
import { countryName } from '../../../format/country.ts';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { customerLook } from './customer-view.ts';

export const customerColumns: readonly Column<Customer>[] = [
  text('name', ({ name }) => name, { place: 'title', sort: 'name' }),
  status('status', customerLook),
  text('email', ({ primaryEmail }) => primaryEmail),
  text('country', ({ address }) => address.country && countryName(address.country)),
  time('createdAt', ({ createdAt }) => createdAt, { sort: 'created_at' }),
  identifier('id', ({ id }) => id),
];
