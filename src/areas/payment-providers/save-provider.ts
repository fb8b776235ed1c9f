import { isCountry } from '#core/country.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { MAX_SECRETS, makeSecret, withSecret } from '#platform/outbound/signing-secrets.ts';
import {
  countryServed,
  providerInvalid,
  providerIsDefault,
  providerNameTaken,
  providerNotFound,
  tooManyProviderSecrets,
  tooManyProviders,
} from './problems.ts';
import type { SavePaymentProviderRequest } from './schema.ts';
import {
  type ConnectionRow,
  dropDefault,
  findServed,
  listConnections,
  lockConnections,
  type ServingConnection,
  saveConnection,
  setCountries,
} from './store.ts';

const MAX_PROVIDERS = 20;

/** The problems that `saveProvider` raises. */
export const SAVING_PROBLEMS = [
  ...[providerInvalid, tooManyProviderSecrets, tooManyProviders, providerNameTaken, countryServed],
  providerIsDefault,
];

export interface Saved {
  connection: ServingConnection;
  /** Shown once; null if the secret is unchanged. */
  secret: string | null;
}

/**
 * Creates or changes a connection: `which` is its id, or selects the default or a new one. The first of an
 * organization becomes the default. Raises `SAVING_PROBLEMS` and `providerNotFound`.
 */
export async function saveProvider(
  context: Context,
  which: { id: string } | 'DEFAULT' | 'NEW',
  body: SavePaymentProviderRequest,
): Promise<Saved> {
  const { tx, org, now, deployment } = context;
  checkRequest(context, body);
  const all = await lockConnections(tx, org);
  const before = findBefore(all, which);
  if (!before && all.length >= MAX_PROVIDERS) throw tooManyProviders({ max: MAX_PROVIDERS });
  const id = before?.id ?? newId('pprov', now);
  const { kind, name = before?.name ?? (which === 'NEW' ? id : kind) } = body;
  rejectTakenName(all, { id, name });
  const isDefault = decideDefault(all, { id, before, requested: body.isDefault });
  const made = !before || body.newSecret ? makeSecret(deployment, { orgId: org.orgId, id }) : null;
  const secrets = withSecret(before?.secrets ?? [], { stored: made?.stored ?? null, at: realNow() });
  if (!secrets) throw tooManyProviderSecrets({ max: MAX_SECRETS });
  if (isDefault) await dropDefault(tx, org, { except: id, now });
  await saveConnection(tx, {
    ...{ orgId: org.orgId, id, kind, name, isDefault, secrets },
    url: kind === 'CONNECTOR' ? (body.url ?? null) : null,
    behaviour: kind === 'SIMULATED' ? (body.behaviour ?? 'SUCCEED') : null,
    ...{ createdAt: before?.createdAt ?? now, updatedAt: now },
  });
  if (body.countries) await serve(context, id, body.countries);
  const connection = (await listConnections(tx, org)).find((each) => each.id === id);
  if (!connection) throw new TypeError(`payment provider ${id} was not saved`);
  return { connection, secret: made?.secret ?? null };
}

function findBefore(all: ConnectionRow[], which: { id: string } | 'DEFAULT' | 'NEW'): ConnectionRow | null {
  if (which === 'NEW') return null;
  if (which === 'DEFAULT') return all.find(({ isDefault }) => isDefault) ?? null;
  const found = all.find(({ id }) => id === which.id);
  if (!found) throw providerNotFound(which);
  return found;
}

/** As the index of the table compares them. */
const lettersOf = (name: string) => name.replace(/[^A-Za-z0-9_-]/g, '');

function rejectTakenName(all: readonly ConnectionRow[], { id, name }: { id: string; name: string }): void {
  const other = all.find((each) => each.id !== id && lettersOf(each.name) === lettersOf(name));
  if (other) throw providerNameTaken({ name, id: other.id });
}

/** Payers without another provider need one: the default can be passed on, but not given up. */
function decideDefault(
  all: readonly ConnectionRow[],
  { id, before, requested }: { id: string; before: ConnectionRow | null; requested: boolean | undefined },
): boolean {
  const isIt = before?.isDefault ?? all.length === 0;
  if (isIt && requested === false) throw providerIsDefault({ id });
  return requested ?? isIt;
}

async function serve({ tx, org }: Context, id: string, sent: readonly string[]): Promise<void> {
  const countries = sent.map((each) => each.toUpperCase());
  const [served] = await findServed(tx, org, { countries, except: id });
  if (served) throw countryServed({ country: served.country, id: served.connectionId });
  await setCountries(tx, org, { id, countries });
}

function checkRequest(
  { org, deployment }: Pick<Context, 'org'> & { deployment: Pick<Deployment, 'outbound'> },
  { kind, url, behaviour, countries = [] }: SavePaymentProviderRequest,
): void {
  if (kind !== 'SIMULATED' && behaviour !== undefined)
    throw providerInvalid({ at: 'behaviour', rule: 'is only valid for SIMULATED' });
  if (kind !== 'CONNECTOR' && url !== undefined)
    throw providerInvalid({ at: 'url', rule: 'is only valid for CONNECTOR' });
  if (kind === 'CONNECTOR') {
    if (url === undefined) throw providerInvalid({ at: 'url', rule: 'is required for CONNECTOR' });
    const rejected = deployment.outbound.urlProblem(url);
    if (rejected) throw providerInvalid({ at: 'url', rule: rejected });
  }
  if (kind === 'SIMULATED' && org.environment === 'production')
    throw providerInvalid({
      at: 'kind',
      rule: 'SIMULATED is available in the sandbox only, because it collects no money',
    });
  checkCountries(countries);
}

function checkCountries(countries: readonly string[]): void {
  const codes = countries.map((each) => each.toUpperCase());
  for (const [i, code] of codes.entries()) {
    const at = `countries[${i}]`;
    // Some letters become two in upper case: ß is not South Sudan.
    if (code.length !== countries[i]?.length || !isCountry(code))
      throw providerInvalid({ at, rule: `${countries[i]} is not an ISO 3166-1 alpha-2 country such as DE` });
    if (codes.indexOf(code) !== i) throw providerInvalid({ at, rule: `${code} is repeated` });
  }
}
