import { checkContents } from '#areas/invoice-templates/index.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import type { Context, PrepareContext } from '#platform/http/operation.ts';
import { Problem } from '#platform/problem.ts';
import { type Difference, differencesOf } from './differences.ts';
import { inDocument } from './in-document.ts';
import { isSame, type Kind, type Run, reject } from './kind.ts';
import { addOnKind } from './kinds/add-ons.ts';
import { eventSchemaKind, isEnding } from './kinds/event-schemas.ts';
import { featureKind } from './kinds/features.ts';
import { invoiceTemplateKind } from './kinds/invoice-templates.ts';
import { pricePlanKind } from './kinds/price-plans.ts';
import { settingKind } from './kinds/settings.ts';
import { usageMeterKind } from './kinds/usage-meters.ts';
import {
  type Configuration,
  type ConfigurationRow,
  MAX_ALL_CHANGES,
  MAX_CHANGES,
  type SchemaItem,
} from './schema.ts';

/** Rolls back to a savepoint without a failure. */
class TakenBack extends Error {}

/**
 * Writes the resources of a document, each after those that it names: all of them or, if any is rejected or
 * `keeps` is false, none. Returns the result, or the would-be result, of each.
 */
export async function importThings(
  context: Context,
  given: { configuration: Configuration; faults: Run['faults']; keeps: boolean },
): Promise<{ rows: ConfigurationRow[]; isStored: boolean }> {
  const { configuration, faults, keeps } = given;
  const run: Run = { context, rejected: new Set(), faults, changesLeft: MAX_ALL_CHANGES };
  let rows: ConfigurationRow[] = [];
  const isStored = await unlessTakenBack(context, async () => {
    rows = await takeAll(run, configuration);
    if (!keeps || run.rejected.size > 0) throw new TakenBack();
  });
  return { rows, isStored };
}

/** Validates the templates of a document before the transaction begins. */
export async function findFaults(
  context: PrepareContext,
  { invoiceTemplates = [] }: Configuration,
): Promise<Run['faults']> {
  const faults = await checkContents(
    context,
    invoiceTemplates.map(({ content }) => content),
  );
  return new Map(invoiceTemplates.map((item, index) => [item, faults[index] ?? null]));
}

async function takeAll(run: Run, configuration: Configuration): Promise<ConfigurationRow[]> {
  const { eventSchemas = [], features = [], usageMeters = [], addOns = [] } = configuration;
  const { invoiceTemplates = [], pricePlans = [], settings = [] } = configuration;
  const { beginning, ending } = await splitSchemas(run.context, eventSchemas);
  return [
    ...(await takeKind(run, eventSchemaKind, beginning)),
    ...(await takeKind(run, featureKind, features)),
    ...(await takeKind(run, usageMeterKind, usageMeters)),
    ...(await takeKind(run, eventSchemaKind, ending)),
    ...(await takeKind(run, addOnKind, addOns)),
    ...(await takeKind(run, invoiceTemplateKind, invoiceTemplates)),
    ...(await takeKind(run, pricePlanKind, pricePlans)),
    ...(await takeKind(run, settingKind, settings)),
  ];
}

async function splitSchemas(context: Context, schemas: readonly SchemaItem[]) {
  const ending = new Set<SchemaItem>();
  for (const schema of schemas) if (await isEnding(context, schema)) ending.add(schema);
  return { beginning: schemas.filter((schema) => !ending.has(schema)), ending: [...ending] };
}

/** Sorted by name, so that two concurrent imports do not deadlock. */
async function takeKind<T extends object>(
  run: Run,
  kind: Kind<T>,
  items: readonly T[],
): Promise<ConfigurationRow[]> {
  const named = items.map((item) => ({ name: kind.nameOf(item), item }));
  const sorted = named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const rows: ConfigurationRow[] = [];
  for (const [index, { name, item }] of sorted.entries()) {
    const isTwice = sorted[index - 1]?.name === name;
    rows.push({ type: kind.type, name, ...(await takeOrSayWhy(run, kind, { name, item, isTwice })) });
  }
  return rows;
}

type Verdict = Pick<ConfigurationRow, 'action' | 'reason' | 'changes' | 'moreChanges'>;

async function takeOrSayWhy<T extends object>(
  run: Run,
  kind: Kind<T>,
  { name, item, isTwice }: { name: string; item: T; isTwice: boolean },
): Promise<Verdict> {
  try {
    if (isTwice) reject('the document contains it twice; remove one of them');
    return await take(run, kind, item);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    run.rejected.add(`${kind.type} ${name}`);
    return { action: 'REFUSED', reason: error.message };
  }
}

/** A difference of notation only is written and then rolled back, since the result is the same. */
async function take<T extends object>(run: Run, kind: Kind<T>, item: T): Promise<Verdict> {
  const { context } = run;
  const found = await kind.find(run, item);
  let action: Verdict['action'] = found ? 'UPDATED' : 'CREATED';
  let differences: Difference[] = [];
  if (found && isSame(found.item, item)) action = 'UNCHANGED';
  else {
    const isChanged = await unlessTakenBack(context, async () => {
      if (!found) return kind.create(run, item);
      await kind.change(run, item, found);
      const after = (await kind.find(run, item))?.item ?? {};
      if (isSame(found.item, after)) throw new TakenBack();
      // Of what is stored now, not of what the document asks for.
      differences = differencesOf(inDocument(kind.type, found.item), inDocument(kind.type, after));
    });
    if (!isChanged) action = 'UNCHANGED';
  }
  const reason = await kind.remark?.(context, item);
  return { action, ...(reason && { reason }), ...(action === 'UPDATED' && listChanges(run, differences)) };
}

/** As many as fit into the row and into the response. */
function listChanges(run: Run, differences: readonly Difference[]): Pick<Verdict, 'changes' | 'moreChanges'> {
  const changes = differences.slice(0, Math.min(MAX_CHANGES, run.changesLeft));
  run.changesLeft -= changes.length;
  const more = differences.length - changes.length;
  return { changes, ...(more > 0 && { moreChanges: more }) };
}

/** False if the work was rolled back. */
async function unlessTakenBack({ tx }: Context, work: () => Promise<void>): Promise<boolean> {
  try {
    await inSavepoint(tx, work);
    return true;
  } catch (error) {
    if (error instanceof TakenBack) return false;
    throw error;
  }
}
