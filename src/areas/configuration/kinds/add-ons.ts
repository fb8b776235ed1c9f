import {
  type AddOnRow,
  createAddOn,
  findAddOnNamed,
  listActiveAddOns,
  updateAddOn,
} from '#areas/add-ons/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { call, type Kind, reject } from '../kind.ts';
import type { AddOnItem } from '../schema.ts';

export const addOnKind: Kind<AddOnItem> = {
  type: 'ADD_ON',
  nameOf: ({ name }) => name.trim(),
  async find({ context: { tx, org } }, { name }) {
    const row = await findAddOnNamed(tx, org, name.trim());
    return row && { id: row.id, item: describe(row) };
  },
  async create(run, item) {
    await call(createAddOn, run, { body: item });
  },
  async change(run, { name, type, billableName = null }, { id, item }) {
    const { type: now } = item as AddOnItem;
    if (type !== now)
      reject(
        `an add-on with this name has the type ${now} in this environment, and a type cannot change; ` +
          'choose another name',
      );
    await call(updateAddOn, run, { params: { addon_id: id }, body: { name, billableName } });
  },
};

export async function listAddOnItems({ tx, org }: Context, limit: number): Promise<AddOnItem[]> {
  return (await listActiveAddOns(tx, org, { limit })).map(describe);
}

function describe({ name, type, billableName }: AddOnRow): AddOnItem {
  return { name, type, ...(billableName !== null && { billableName }) };
}
