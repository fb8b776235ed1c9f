import {
  accountExists,
  type CreateAccountRequest,
  type CreateCustomerRequest,
  createAccount,
  createCustomer,
  listAccountDifferences,
  listCustomerDifferences,
} from '#areas/accounts/index.ts';
import { customerExists } from '#areas/customers/index.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import type { Context } from '#platform/http/operation.ts';
import { invalidRequest, Problem } from '#platform/problem.ts';
import { differs, readAs, run, type TakeRow } from './take-rows.ts';

export const takeCustomer: TakeRow = async (context, text) => {
  const body = readAs<CreateCustomerRequest>(createCustomer, context, text);
  return makeUnlessKnown(context, {
    id: body.id,
    what: `customer ${body.id}`,
    taken: customerExists.code,
    make: () => run(createCustomer, context, body),
    compare: ({ tx, org, now }) => listCustomerDifferences(tx, org, { sent: body, now }),
  });
};

export const takeAccount: TakeRow = async (context, text) => {
  const body = readAs<CreateAccountRequest>(createAccount, context, text);
  return makeUnlessKnown(context, {
    id: body.id,
    what: `account ${body.id}`,
    taken: accountExists.code,
    make: () => run(createAccount, context, body),
    compare: ({ tx, org, now }) => listAccountDifferences(tx, org, { sent: body, now }),
  });
};

interface Making {
  id: string;
  what: string;
  /** The code of the problem that means that the resource exists. */
  taken: string;
  make(): Promise<void>;
  compare(context: Context): Promise<string[] | null>;
}

/** An existing resource that equals its row is not a failure: importing a file again changes nothing. */
async function makeUnlessKnown(context: Context, { id, what, taken, make, compare }: Making) {
  try {
    await inSavepoint(context.tx, make);
    return { id, status: 'CREATED' } as const;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== taken) throw error;
    const members = await compare(context);
    if (members === null) throw error;
    if (members.length > 0) throw invalidRequest({ problems: [differs(what, members)] });
    return { id, status: 'UNCHANGED' } as const;
  }
}
