import { NO_SETTINGS, type PartyVariables, type Variables } from './variables.ts';

const party = (id: string, name: string, email: string): PartyVariables => ({
  ...{ id, name, email },
  address: {
    line1: '1 Main Street',
    line2: '',
    postalCode: '10001',
    city: 'New York',
    state: 'NY',
    country: 'US',
    countryName: 'United States',
    phoneNumber: '',
  },
});

/** A sample invoice to test the texts of a template when it is saved. */
export const SAMPLE_VARIABLES: Variables = {
  invoice: {
    id: 'inv.00000000.0000000',
    paymentLink: 'https://pay.example/2030-02-0001',
    number: '2030-02-0001',
    currency: 'USD',
    total: 'USD 1,234.50',
    totalAmount: '1,234.50',
    paid: 'USD 0.00',
    paidAmount: '0.00',
    open: 'USD 1,234.50',
    openAmount: '1,234.50',
    subtotal: '1,234.50',
    credits: '0.00',
    charges: '0.00',
    taxes: '0.00',
    date: '1 February 2030',
    dueDate: '3 March 2030',
    periodStart: '1 January 2030',
    periodEnd: '31 January 2030',
    dateIso: '2030-02-01',
    dueDateIso: '2030-03-03',
    isDraft: false,
    isCreditNote: false,
    netTermDays: 30,
    lines: Array.from({ length: 3 }, (_, i) => ({
      description: `Line ${i + 1}`,
      quantity: '1',
      price: '411.50',
      amount: '411.50',
    })),
  },
  customer: party('acme', 'Acme Corp', 'billing@acme.example'),
  account: { ...party('acme-eu', 'Acme Europe', 'eu@acme.example'), currency: 'USD' },
  group: party('', '', ''),
  organization: { ...party('', 'Example Systems Inc.', 'hello@example.com'), metadata: {} },
  billing: {
    id: 'brec.00000000.0000000',
    taxIds: [{ name: 'VAT', value: 'XX123456789' }],
    bankDetails: [{ name: 'IBAN', value: 'XX00 1234 5678 9012' }],
    paymentInstructions: 'Please quote the invoice number.',
  },
  buyer: { taxIds: [{ type: 'EU_VAT', value: 'DE136695976', country: 'DE' }] },
  plan: { id: 'pp.00000000.0000000', name: 'Growth' },
  settings: NO_SETTINGS,
};
