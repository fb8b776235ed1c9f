import { getOrganization } from '#areas/organizations/index.ts';
import { findDefaultSellerEntity } from '#areas/seller-entities/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeSeller } from '../lifecycle/read-facts.ts';
import { readDoneItems, readRequiredItems, SETUP_ITEMS } from '../lifecycle/seller-setup.ts';
import { SetupChecklist } from '../schema-setup.ts';

export const getSetupChecklist = operation({
  id: 'getSetupChecklist',
  method: 'GET',
  route: '/ext/v1/organization/setup_checklist',
  scope: 'org:read',
  summary: 'Get what is missing before production issues invoices',
  description:
    'For the organization and its default seller entity. The setting SETUP_CHECKLIST says whether all of ' +
    'it is required, or a name and an address.',
  response: { status: 200, body: SetupChecklist },
  async handle({ tx, org }) {
    const organization = await getOrganization(tx, org);
    const seller = describeSeller(organization, await findDefaultSellerEntity(tx, org));
    const required = org.environment === 'sandbox' ? [] : await readRequiredItems(tx, org);
    const done = await readDoneItems(tx, org, { seller, items: SETUP_ITEMS });
    return {
      canIssue: required.every((item) => done.has(item)),
      isComplete: done.size === SETUP_ITEMS.length,
      items: SETUP_ITEMS.map((item) => ({
        item,
        isDone: done.has(item),
        isRequired: required.includes(item),
      })),
    };
  },
});
