import { getAccount, listAccounts } from '../api/generated/accounts-and-aliases.ts';
import { getAddOn, listAddOns } from '../api/generated/add-ons.ts';
import { getCustomer, listCustomers } from '../api/generated/customers-and-contacts.ts';
import { getEventSchema, listEventSchemas } from '../api/generated/event-schemas.ts';
import { getFeature, listFeatures } from '../api/generated/features.ts';
import { getInvoiceTemplate, listInvoiceTemplates } from '../api/generated/invoice-templates.ts';
import { getInvoice, listInvoices } from '../api/generated/invoices.ts';
import { getPricePlanV2, listPricePlansV2 } from '../api/generated/price-plans.ts';
import type { EventSchema, Feature } from '../api/generated/types.ts';
import { getUsageMeter, listUsageMeters } from '../api/generated/usage-meters.ts';
import type { ApiOperation, InputOf, OutputOf } from '../api/operation.ts';
import type { ComboboxOption } from '../ui/combobox-keys.ts';
import { customerNameOf } from './invoice-summary.ts';

/** A list of features has counts beside what a feature has. */
const listOfFeatures = listFeatures as unknown as ApiOperation<
  InputOf<typeof listFeatures>,
  { data: Feature[] }
>;

const listOfSchemas = listEventSchemas as unknown as ApiOperation<
  InputOf<typeof listEventSchemas>,
  { data: EventSchema[] }
>;

type Listed<Operation> = OutputOf<Operation> extends { data: (infer Row)[] } ? Row : never;

function kind<List, Get>(
  list: List,
  get: Get,
  rest: { input(id: string): InputOf<Get>; option(row: Listed<List>): ComboboxOption },
) {
  return { list, get, ...rest };
}

export const customers = kind(listCustomers, getCustomer, {
  input: (id) => ({ customer_id: id }),
  option: ({ id, name }) => ({ value: id, text: name, note: id }),
});

export const accounts = kind(listAccounts, getAccount, {
  input: (id) => ({ account_id: id }),
  option: ({ id, name }) => ({ value: id, text: name, note: id }),
});

/** A draft has no number. */
export const invoices = kind(listInvoices, getInvoice, {
  input: (id) => ({ invoice_id: id }),
  option: (invoice) => ({
    value: invoice.id,
    text: invoice.sequenceId ?? invoice.id,
    note: customerNameOf(invoice),
  }),
});

export const invoiceTemplates = kind(listInvoiceTemplates, getInvoiceTemplate, {
  input: (id) => ({ invoice_template_id: id }),
  option: ({ id, name }) => ({ value: id, text: name, note: id }),
});

export const plans = kind(listPricePlansV2, getPricePlanV2, {
  input: (id) => ({ price_plan_id: id }),
  option: ({ id, name, supportedCurrencies }) => ({
    value: id,
    text: name,
    note: supportedCurrencies.join(', '),
  }),
});

export const meters = kind(listUsageMeters, getUsageMeter, {
  input: (id) => ({ usage_meter_id: id }),
  option: ({ id, displayName, name, unit }) => ({ value: id, text: displayName || name, note: unit }),
});

export const addOns = kind(listAddOns, getAddOn, {
  input: (id) => ({ addon_id: id }),
  option: ({ id, displayName, name }) => ({ value: id, text: displayName || name, note: id }),
});

export const features = kind(listOfFeatures, getFeature, {
  input: (id) => ({ feature_id: id }),
  option: ({ id, displayName, name }) => ({ value: id, text: displayName || name, note: id }),
});

/** A schema has its name as id. */
export const eventSchemas = kind(listOfSchemas, getEventSchema, {
  input: (name) => ({ event_schema_name: name }),
  option: ({ name, description }) => ({ value: name, text: name, note: description ?? '' }),
});
