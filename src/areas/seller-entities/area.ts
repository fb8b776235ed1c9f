import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createSellerEntity } from './operations/create-seller-entity.ts';
import { deleteSellerEntity } from './operations/delete-seller-entity.ts';
import { getSellerEntity } from './operations/get-seller-entity.ts';
import { listSellerEntities } from './operations/list-seller-entities.ts';
import { updateSellerEntity } from './operations/update-seller-entity.ts';

/** The legal entities in whose name an organization issues invoices. */
export const sellerEntities: Area = {
  name: 'seller-entities',
  title: 'Seller entities',
  operations: [
    createSellerEntity,
    listSellerEntities,
    getSellerEntity,
    updateSellerEntity,
    deleteSellerEntity,
  ],
};
