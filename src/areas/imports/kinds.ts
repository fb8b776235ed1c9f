import type { TSchema } from 'typebox';
import { createAccount, createCustomer } from '#areas/accounts/index.ts';
import { createLicenseUpdate } from '#areas/licenses/index.ts';
import { Event } from '#areas/usage/index.ts';
import type { Context, Operation, Scope } from '#platform/http/operation.ts';
import type { ImportType } from './schema.ts';
import { takeAccount, takeCustomer } from './take-accounts.ts';
import { takeEvents } from './take-events.ts';
import { takeLicense } from './take-licenses.ts';
import { takeEach, type Verdict } from './take-rows.ts';

/** How rows of one type become resources. */
export interface ImportKind {
  /** The scope of the operation that creates one such resource. */
  scope: Scope;
  /** Schema of the body that a row becomes. */
  body: TSchema;
  /** Members of a body without a column. */
  base: object;
  /** Rows per transaction. */
  together: number;
  /**
   * Imports rows, each the text of a body, in order; returns their results. A failed row does not undo
   * others.
   */
  take(context: Context, bodies: readonly string[]): Promise<Verdict[]>;
}

const bodyOf = ({ request }: Operation): TSchema => request?.body as TSchema;

export const KINDS: Readonly<Record<ImportType, ImportKind>> = {
  CUSTOMERS: {
    ...{ scope: 'customers:write', body: bodyOf(createCustomer), base: { address: {} }, together: 100 },
    take: (context, bodies) => takeEach(context, bodies, takeCustomer),
  },
  ACCOUNTS: {
    ...{ scope: 'accounts:write', body: bodyOf(createAccount), base: {}, together: 100 },
    take: (context, bodies) => takeEach(context, bodies, takeAccount),
  },
  EVENTS: {
    ...{ scope: 'events:write', body: Event, base: { attributes: [], dimensions: {} }, together: 1000 },
    take: takeEvents,
  },
  LICENSES: {
    ...{ scope: 'entitlements:write', body: bodyOf(createLicenseUpdate), base: {}, together: 100 },
    take: (context, bodies) => takeEach(context, bodies, takeLicense),
  },
};
