import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/**
 * Invariant 7 of metering-pricing.md 23.2, over HTTP: whatever is edited, each day has the plan, version and
 * prices that the last edit of that day gave it. The model is a list of days.
 */
const service = useService();
const SEED = Number(process.env.TIMELINE_SEED ?? Date.now() % 1_000_000);
const ZONES = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Beirut'];
const DAYS = 90;
/** The day after the clock's; the changes of the clock are in March and April. */
const FIRST = Temporal.PlainDate.from('2030-02-02');

interface Edit {
  from: number;
  /** `DAYS`: forever. */
  until: number;
  /** Null leaves a gap. */
  plan: 'A' | 'B' | null;
}
const edits = fc.array(
  fc
    .record({
      from: fc.nat(DAYS - 2),
      length: fc.integer({ min: 1, max: DAYS }),
      plan: fc.constantFrom<Edit['plan']>('A', 'B', 'A', null),
    })
    .map(({ from, length, plan }) => ({ from, until: Math.min(from + length, DAYS), plan })),
  { minLength: 1, maxLength: 8 },
);
const dayText = (index: number) => (index === DAYS ? '9999-01-01' : FIRST.add({ days: index }).toString());

it(`each day keeps what the last edit of it said; seed ${SEED}`, async () => {
  const client = service.sandbox;
  await client.setClock('2030-02-01T12:00:00Z');
  const fee = await sellFee(client, 'Fee');
  const plans: Record<string, string> = {};
  for (const [name, rate] of Object.entries({ A: 1, B: 2 }))
    plans[name] = await publishPlan(client, {
      name,
      cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate } }],
    });
  const draws = fc.sample(fc.tuple(edits, edits, fc.nat(20)), { seed: SEED, numRuns: ZONES.length });
  for (const [index, zone] of ZONES.entries()) {
    const [first, second, chosen] = draws[index] ?? [[], [], 0];
    const account = `in-${index}`;
    await client.must.patch('/ext/v1/organization', { timezone: zone });
    await openAccount(client, account);
    const model = new Array<string>(DAYS + 1).fill('free');
    const apply = async (sequence: readonly Edit[]) => {
      await client.must.post(`/v2/accounts/${account}/edit_schedules`, {
        edits: sequence.map((edit) => write(edit, plans)),
      });
      for (const { from, until, plan } of sequence)
        model.fill(
          plan === null ? 'free' : `${plans[plan]} 1 ${plan === 'A' ? 1 : 2}`,
          from,
          until === DAYS ? DAYS + 1 : until,
        );
    };
    await apply(first);
    // One of the schedules gets a price of its own, which the next edits cut or remove.
    const made = await list(client, account, 'DRAFT');
    const own = made[chosen % Math.max(1, made.length)];
    if (own) {
      await override(client, { id: own.id, fee, rate: 7 });
      const name = `${own.pricePlanId} 1 7`;
      for (let day = 0; day <= DAYS; day++) if (isOn(own, day)) model[day] = name;
    }
    await apply(second);
    await client.must.post(`/v2/accounts/${account}/finalize_schedules`, {
      mergeSchedules: chosen % 2 === 0,
    });
    expect(await days(client, account, 'ACTIVE')).toEqual(model);
  }
});

function write({ from, until, plan }: Edit, plans: Record<string, string>) {
  const range = { effectiveFrom: dayText(from), effectiveUntil: dayText(until) };
  if (plan === null) return { ...range, mode: 'DISASSOCIATE' };
  return { ...range, mode: 'ASSOCIATE', associationConfig: { pricePlanId: plans[plan] } };
}

function override(client: Client, { id, fee, rate }: { id: string; fee: string; rate: number }) {
  const fixedFeeRateCard = { rateValues: [{ currency: 'USD', rate }], enableProration: false };
  const rateCard = {
    ...{ billableId: fee, type: 'FIXED_FEE', invoiceTiming: 'IN_ARREARS' },
    rateCardDetails: { fixedFeeRateCard },
  };
  const operations = [{ actionType: 'UPDATE', rateCardName: 'card 1', rateCard }];
  return client.must.post(`/v2/schedules/${id}/rate_cards`, { operations });
}

async function list(client: Client, account: string, mode: string): Promise<Reply['body'][]> {
  const { data } = await client.must.get(`/v2/accounts/${account}/schedules?mode=${mode}&pageSize=100`);
  return data;
}

/** By instants: noon of a day in UTC is that day in every zone of the test. */
function isOn({ startDate, endDate }: Reply['body'], day: number): boolean {
  const noon = FIRST.add({ days: day }).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant();
  const isBegun = Temporal.Instant.compare(Temporal.Instant.from(startDate), noon) <= 0;
  return isBegun && Temporal.Instant.compare(noon, Temporal.Instant.from(endDate)) < 0;
}

/** Plan, version and price of each day, as the schedules and their cards say. */
async function days(client: Client, account: string, mode: string): Promise<string[]> {
  const schedules = await list(client, account, mode);
  const names = new Map<string, string>();
  for (const { id, pricePlanId, version } of schedules) {
    const { data } = await client.must.get(`/v2/schedules/${id}/rate_cards?mode=${mode}`);
    const { rate } = data[0].rateCardDetails.fixedFeeRateCard.rateValues[0];
    names.set(id, `${pricePlanId} ${version} ${rate}`);
  }
  return Array.from({ length: DAYS + 1 }, (_, day) => {
    const found = schedules.filter((schedule) => isOn(schedule, day)).map(({ id }) => names.get(id));
    return found.length === 0 ? 'free' : found.join(' and ');
  });
}
