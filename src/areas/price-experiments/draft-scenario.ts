import {
  deleteRateCards,
  listRateCards,
  openDraft,
  saveRateCards,
  updateVersion,
} from '#areas/price-plans/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { getVersion } from './read-plan.ts';
import { scaleCards } from './scale-cards.ts';
import type { Scenario } from './simulation-definition.ts';

/** Writes the prices of a scenario into the draft of its plan, which it opens if there is none. */
export async function draftScenario(context: Context, scenario: Scenario) {
  const { tx, org, now } = context;
  const { pricePlanId: planId, version, adjustments } = scenario;
  const source = await getVersion(context, { planId, version });
  const cards = scaleCards(await listRateCards(tx, org, source.referenceId), adjustments);
  const draft = await openDraft(tx, org, { planId, now });
  const { referenceId } = draft;
  await deleteRateCards(tx, org, { referenceId });
  await saveRateCards(tx, org, { cards: cards.map((card) => ({ ...card, referenceId })), now });
  await updateVersion(tx, org, { version: draft, now, set: {} });
  return { pricePlanId: planId, version: draft.version };
}
