import { planDescribed } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { logoUnknown, tooManySellerEntities } from '../problems.ts';
import { requireLogo } from '../require-logo.ts';
import { describeRecord, readFacts } from '../rules.ts';
import { CreateSellerEntityRequest, SellerEntity } from '../schema.ts';
import { clearDefault, countRecords, insertRecord, lockRecords } from '../store.ts';

const MAX = 50;
const NOTHING_SAID = {
  address: null,
  email: null,
  taxIds: [],
  bankDetails: [],
  paymentInstructions: '',
  logoFileId: null,
};

export const createSellerEntity = operation({
  id: 'createSellerEntity',
  method: 'POST',
  route: '/ext/v1/organization/seller_entities',
  scope: 'sellers:write',
  summary: 'Create a seller entity, in whose name invoices are issued',
  description:
    'Invoices issued from now on show the seller entity that the setting SELLER_ENTITY_ID of the ' +
    'account, its customer or its group selects, or else the default. Without any seller entity, ' +
    'invoices show the organization.',
  request: { body: CreateSellerEntityRequest },
  response: { status: 201, body: SellerEntity },
  problems: [logoUnknown, tooManySellerEntities],
  async handle({ tx, org, now }, { body }) {
    await requireLogo(tx, org, body.logoFileId);
    await lockRecords(tx, org);
    const count = await countRecords(tx, org);
    if (count >= MAX) throw tooManySellerEntities({ max: MAX });
    const isDefault = count === 0 || body.isDefault === true;
    if (isDefault) await clearDefault(tx, org, now);
    const facts = { ...NOTHING_SAID, ...readFacts(body), name: body.name.trim() };
    const times = { createdAt: now, updatedAt: now };
    await planDescribed(tx, org, { now });
    return describeRecord(
      await insertRecord(tx, org, { ...facts, ...times, id: newId('brec', now), isDefault }),
    );
  },
});
