import { createLicenseUpdate, findUpdateByKey, type LicenseUpdateRequest } from '#areas/licenses/index.ts';
import { invalidRequest } from '#platform/problem.ts';
import { readAs, run, type TakeRow } from './take-rows.ts';

/** The idempotency key identifies an update: without one, importing a file again would count twice. */
export const takeLicense: TakeRow = async (context, text) => {
  const body = readAs<LicenseUpdateRequest>(createLicenseUpdate, context, text);
  const id = body.idempotencyKey;
  if (!id)
    throw invalidRequest({
      problems: ['idempotencyKey: is required in an import, so that no row is applied twice'],
    });
  const known = await findUpdateByKey(context.tx, context.org, id);
  await run(createLicenseUpdate, context, body);
  return { id, status: known ? 'UNCHANGED' : 'CREATED' };
};
