import { getOrganization } from '#areas/organizations/index.ts';
import { localDate } from '#core/period-zone.ts';
import { operation } from '#platform/http/operation.ts';
import { MeterUnitCostPage } from '../schema.ts';
import { listUnitCostPage, type MeterCost, unitCostList } from '../store/costs.ts';

export const listUnitCosts = operation({
  id: 'listUnitCosts',
  method: 'GET',
  route: '/ext/v1/unit_costs',
  scope: 'costs:read',
  summary: 'List meters with their unit costs',
  description:
    'The usage meters that may have unit costs, those with the aggregation SUM or COUNT. Each has the cost ' +
    'that counts today, in the time zone of the organization, and the next one; null: there is none. ' +
    'Archived meters are listed only if the status selects them.',
  response: { status: 200, body: MeterUnitCostPage },
  list: unitCostList,
  async handle({ tx, org, now }, { page }) {
    const day = localDate(now, (await getOrganization(tx, org)).timezone);
    const { rows, nextToken } = await listUnitCostPage(tx, org, { page, day });
    const data = rows.map(({ id, name, displayName, unit, status, ...row }) => ({
      ...{ usageMeterId: id, name, displayName, status },
      ...(unit !== null && { unit }),
      current: costOf(row.costFrom, row.cost),
      next: costOf(row.nextFrom, row.nextCost),
    }));
    return { data, nextToken };
  },
});

function costOf(
  effectiveFrom: MeterCost['effectiveFrom'] | null,
  unitCost: MeterCost['unitCost'] | null,
): MeterCost | null {
  return effectiveFrom && unitCost && { effectiveFrom, unitCost };
}
