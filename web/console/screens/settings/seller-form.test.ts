import { expect, test } from 'vitest';
import type { SellerEntity } from '../../../api/generated/types.ts';
import { sellerForm } from './seller-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const formOf = (seller?: SellerEntity) => sellerForm(seller, { t: say, ofAddress: say });
const SELLER: SellerEntity = {
  ...{ id: 'brec.1', name: 'Acme GmbH', email: 'billing@acme.example', isDefault: true },
  ...{ address: { line1: 'Weg 1', country: 'DE' }, paymentInstructions: 'Please pay.', logoFileId: 'file.1' },
  ...{ taxIds: [{ name: 'USt-IdNr.', value: 'DE1' }], bankDetails: [{ name: 'IBAN', value: 'DE2' }] },
  ...{ createdAt: '2030-01-01T00:00:00Z', updatedAt: '2030-01-01T00:00:00Z' },
};

test('what is stored is sent back unchanged', () => {
  const { initial, check, read } = formOf(SELLER);
  const { id: _id, createdAt: _c, updatedAt: _u, ...body } = SELLER;
  expect(check(initial)).toEqual({});
  expect(read(initial)).toEqual(body);
});

test('a new one needs a name, and an empty address is none', () => {
  const { initial, check, read } = formOf();
  expect(check(initial)).toEqual({ name: 'nameMissing' });
  expect(read({ ...initial, name: ' Acme ' })).toMatchObject({
    name: 'Acme',
    address: null,
    logoFileId: null,
  });
  // Another one stays the default.
  expect(read(initial)).not.toHaveProperty('isDefault');
});

test('a row has a label and a value', () => {
  const { initial, check } = formOf(SELLER);
  const taxIds = [
    { name: ' ', value: 'DE1' },
    { name: 'VAT', value: '' },
  ];
  expect(check({ ...initial, taxIds })).toEqual({
    ...{ 'taxIds.0.name': 'rowMissing', 'taxIds.1.value': 'rowMissing' },
  });
});
