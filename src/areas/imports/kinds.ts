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

/** How the rows of one type become things. */
export interface ImportKind {
  /** What the caller needs, as for the operation that makes one. */
  scope: Scope;
  /** Of the body that a row is. */
  body: TSchema;
  /** What a body has that no column gives it. */
  base: object;
  /** Rows of one transaction. */
  together: number;
  /** What becomes of rows, each the text of a body, in their order; no row undoes another. */
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
