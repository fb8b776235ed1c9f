import type { NamedValue } from '#areas/seller-entities/index.ts';

/** What the texts of a template may name. Everything is text, as it is printed, unless said otherwise. */
export interface Variables {
  invoice: {
    id: string;
    /** Of the payment provider or the setting PAYMENT_LINK of the invoice; empty without one. */
    paymentLink: string;
    /** Empty for a draft. */
    number: string;
    currency: string;
    /** With its currency, and without. */
    total: string;
    totalAmount: string;
    /** What was paid of the total, and what is still to be paid: with the currency, and without. */
    paid: string;
    paidAmount: string;
    open: string;
    openAmount: string;
    subtotal: string;
    credits: string;
    charges: string;
    taxes: string;
    date: string;
    /** Empty when nothing falls due. */
    dueDate: string;
    periodStart: string;
    /** The last day. */
    periodEnd: string;
    /** `2030-01-31`, for what computers read. */
    dateIso: string;
    dueDateIso: string;
    /** Whether it is not issued yet. */
    isDraft: boolean;
    isCreditNote: boolean;
    netTermDays: number;
    /** At most 100, without those that are hidden. */
    lines: LineVariables[];
  };
  customer: PartyVariables;
  account: PartyVariables & { currency: string };
  group: PartyVariables;
  /** Its metadata are those of PATCH /ext/v1/organization. */
  organization: Omit<PartyVariables, 'id'> & { metadata: Record<string, string> };
  /** Of the seller entity, empty without one; who bills, and where, is `organization`. */
  billing: {
    id: string;
    taxIds: NamedValue[];
    bankDetails: NamedValue[];
    paymentInstructions: string;
  };
  /** Of who is billed: those of the account, else of its customer. */
  buyer: { taxIds: TaxIdVariables[] };
  plan: { id: string; name: string };
  settings: SettingVariables;
}

export interface TaxIdVariables {
  type: string;
  value: string;
  /** ISO 3166-1 alpha-2; empty where it is not known. */
  country: string;
}

export interface LineVariables {
  description: string;
  quantity: string;
  price: string;
  amount: string;
}

export interface PartyVariables {
  /** Empty when the invoice has none. */
  id: string;
  name: string;
  email: string;
  address: {
    line1: string;
    line2: string;
    postalCode: string;
    city: string;
    state: string;
    country: string;
    /** In the language of the template. */
    countryName: string;
    phoneNumber: string;
  };
}

/** By owner, namespace and id: `settings.account.USER.iban`. */
export type SettingVariables = Record<
  'invoice' | 'account' | 'customer' | 'organization',
  Record<'USER' | 'INTEGRATION', Record<string, string>>
>;

export const NO_SETTINGS: SettingVariables = {
  invoice: { USER: {}, INTEGRATION: {} },
  account: { USER: {}, INTEGRATION: {} },
  customer: { USER: {}, INTEGRATION: {} },
  organization: { USER: {}, INTEGRATION: {} },
};
