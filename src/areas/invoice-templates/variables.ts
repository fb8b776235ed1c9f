import type { NamedValue } from '#areas/seller-entities/index.ts';

/** The variables of a template's texts. Everything is text, as printed, unless stated otherwise. */
export interface Variables {
  invoice: {
    id: string;
    /** From the payment provider or the setting PAYMENT_LINK of the invoice; empty if there is none. */
    paymentLink: string;
    /** Empty for a draft. */
    number: string;
    currency: string;
    /** With its currency, and without. */
    total: string;
    totalAmount: string;
    /** The paid part of the total, and the outstanding amount: with the currency, and without. */
    paid: string;
    paidAmount: string;
    open: string;
    openAmount: string;
    subtotal: string;
    credits: string;
    charges: string;
    taxes: string;
    date: string;
    /** Empty if nothing falls due. */
    dueDate: string;
    periodStart: string;
    /** The last day. */
    periodEnd: string;
    /** `2030-01-31`, for machines. */
    dateIso: string;
    dueDateIso: string;
    /** True before the issue. */
    isDraft: boolean;
    isCreditNote: boolean;
    netTermDays: number;
    /** At most 100, without hidden ones. */
    lines: LineVariables[];
  };
  customer: PartyVariables;
  account: PartyVariables & { currency: string };
  group: PartyVariables;
  /** Its metadata are those of PATCH /ext/v1/organization. */
  organization: Omit<PartyVariables, 'id'> & { metadata: Record<string, string> };
  /** From the seller entity, empty if there is none; `organization` has the seller's name and address. */
  billing: {
    id: string;
    taxIds: NamedValue[];
    bankDetails: NamedValue[];
    paymentInstructions: string;
  };
  /** Of the buyer: those of the account, or else of its customer. */
  buyer: { taxIds: TaxIdVariables[] };
  plan: { id: string; name: string };
  settings: SettingVariables;
}

export interface TaxIdVariables {
  type: string;
  value: string;
  /** ISO 3166-1 alpha-2; empty if unknown. */
  country: string;
}

export interface LineVariables {
  description: string;
  quantity: string;
  price: string;
  amount: string;
}

export interface PartyVariables {
  /** Empty if the invoice has none. */
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
