import { beforeAll, describe, expect, it } from 'vitest';
import {
  addCards,
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { licenseCard, nameSeat, sellSeats, setSeats } from '#test/license-scenario.ts';
import { publishRuledPlan, type RuleTerms, read } from '#test/rule-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
const MAY = '2030-05-01';

/** Values by their day, `04-01: 31`, without zeros. */
async function measure(account: string, name = 'REVENUE'): Promise<string[]> {
  const filters = [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }];
  const range = { startTime: '2030-04-01T00:00:00Z', endTime: '2030-07-01T00:00:00Z' };
  const metricQueries = [{ id: 'q', name, aggregationPeriod: 'DAY', filters }];
  const { results } = await client.must.post('/metrics', { ...range, metricQueries });
  return results[0].data.flatMap((row: { timestamps: string[]; metricValues: number[] }) =>
    row.timestamps.flatMap((at, i) =>
      row.metricValues[i] === 0 ? [] : [`${at.slice(5, 10)}: ${row.metricValues[i]}`],
    ),
  );
}

const ofCycles = (account: string) => measure(account, 'REVENUE_FOR_CYCLE');
const billed = async (account: string) =>
  (await listInvoices(client, account))
    .filter(({ status }: Reply['body']) => status !== 'DRAFT')
    .map(({ totalAmount }: Reply['body']) => totalAmount);

const half = (target: string, timing: RuleTerms['timing'] = 'IN_ADVANCE'): RuleTerms => ({
  ...{ name: 'half', timing, target },
  computation: { '*': [read(target), 0.5] },
});

describe('cards of April', () => {
  beforeAll(async () => {
    client = service.sandbox;
    await client.setClock('2030-04-01T00:00:00Z');
    const [fee, lasting, once] = [
      await sellFee(client, 'Fee'),
      await sellFee(client, 'Lasting'),
      await sellFee(client, 'Once'),
    ];
    const [min, max, ruled, peak] = [
      await sellSeats(client, 'Least'),
      await sellSeats(client, 'Most'),
      await sellSeats(client, 'Ruled'),
      await sellSeats(client, 'Peak'),
    ];
    const named = await sellSeats(client, 'Named', true);
    const feature = await sellMeteredFeature(client, 'Talk');
    const perSeat = { slabs: [{ rate: 10 }], usageCycle: 'WEEKLY' as const, isProrated: false };
    const inAdvance = (rate: number, interval = 1) => ({
      ...{ type: 'FIXED_FEE' as const, billableId: interval === 1 ? fee : lasting },
      ...{ timing: 'IN_ADVANCE' as const, fee: { rate, isProrated: true, interval } },
    });
    const credits = (featureCreditLimit: number) => ({
      ...{ type: 'BILLING_ENTITLEMENT' as const, billableId: feature, timing: 'IN_ADVANCE' as const },
      entitlement: { windows: [{ effectiveUntil: 'P1M', featureCreditLimit }], slabs: [{ rate: 1 }] },
    });
    const rules = [half(`revenue.ff.${fee}`)];
    const isOngoing = true;
    const plans = {
      min: await publishPlan(client, {
        name: 'least',
        cards: [licenseCard(min, { ...perSeat, bounds: { minimumRate: '300' } })],
      }),
      max: await publishPlan(client, {
        name: 'most',
        cards: [licenseCard(max, { ...perSeat, bounds: { maximumRate: '15' } })],
      }),
      peak: await publishPlan(client, {
        name: 'peak',
        cards: [
          licenseCard(peak, { slabs: [{ rate: 10 }], isProrated: false }),
          licenseCard(named, { slabs: [{ rate: 1 }], isNamed: true, isProrated: false }),
        ],
      }),
      ruled: await publishRuledPlan(client, {
        ...{ name: 'ruled', cards: [licenseCard(ruled, { slabs: [{ rate: 30 }] })] },
        rules: [half(`revenue.lic.${ruled}`, 'IN_ARREARS')],
      }),
      once: await publishPlan(client, {
        name: 'once',
        cards: [
          { type: 'FIXED_FEE', billableId: once, fee: { rate: 100, isProrated: true, type: 'ONE_TIME' } },
        ],
      }),
      halved: await publishRuledPlan(client, { name: 'halved', cards: [inAdvance(60)], rules, isOngoing }),
      dear: await publishRuledPlan(client, { name: 'dear', cards: [inAdvance(80)], rules, isOngoing }),
      whole: await publishPlan(client, { name: 'whole', cards: [inAdvance(60)], isOngoing }),
      lasting: await publishPlan(client, { name: 'lasting', cards: [inAdvance(90, 3)] }),
      few: await publishPlan(client, { name: 'few', cards: [credits(10)], isOngoing }),
      many: await publishPlan(client, { name: 'many', cards: [credits(30)], isOngoing }),
    };
    const terms: [account: string, planId: string, from?: string][] = [
      ['least', plans.min],
      ['most', plans.max],
      ['peak', plans.peak],
      ['ruled', plans.ruled],
      ['once', plans.once, '2030-04-16'],
      ['left', plans.halved],
      ['dearer', plans.halved],
      ['cheaper', plans.whole],
      ['lasting', plans.lasting],
      ['credits', plans.few],
    ];
    for (const [account, planId, from = '2030-04-01'] of terms) {
      await openAccount(client, account);
      // All but the fee of three months end with April.
      await editTimeline(client, account, [{ planId, from, ...(account !== 'lasting' && { until: MAY }) }]);
    }
    const seats = (license: string, account: string, [day, quantity]: [day: string, quantity: string]) =>
      setSeats(client, license, { account, quantity, from: `2030-04-${day}T00:00:00Z` });
    await seats(min, 'least', ['01', '1']);
    await seats(max, 'most', ['01', '1']);
    await seats(ruled, 'ruled', ['16', '3']);
    await seats(peak, 'peak', ['02', '3']);
    await seats(peak, 'peak', ['10', '-2']);
    await client.setClock('2030-04-15T12:00:00Z');
    const names = [
      { name: 'ann', at: '2030-04-03T00:00:00Z' },
      { name: 'ann', at: '2030-04-05T09:00:00Z', isTaken: true },
      { name: 'bob', at: '2030-04-06T00:00:00Z' },
    ];
    for (const change of names) await nameSeat(client, named, { account: 'peak', ...change });
    await editTimeline(client, 'left', [{ from: '2030-04-16' }]);
    await editTimeline(client, 'dearer', [{ planId: plans.dear, from: '2030-04-01', until: MAY }]);
    await editTimeline(client, 'cheaper', [{ planId: plans.halved, from: '2030-04-01', until: MAY }]);
    await editTimeline(client, 'credits', [{ planId: plans.many, from: '2030-04-01', until: MAY }]);
    await client.setClock('2030-07-02T00:00:00Z');
  });

  it('bounds of a license card hold for the sum of its windows', async () => {
    // Five weeks of 10: at least 300, which is due at once; at most 15, which the second week reaches.
    expect([await billed('least'), await billed('most')]).toEqual([[300], [15]]);
    expect(await measure('least')).toEqual(['04-01: 300']);
    expect(await ofCycles('least')).toEqual(['04-01: 300']);
    expect(await measure('most')).toEqual(['04-01: 10', '04-08: 5']);
    expect(await ofCycles('most')).toEqual(['04-01: 15']);
  });

  it('without proration a licence that goes takes nothing, and a name that comes adds', async () => {
    // The peak of 3 at 10, and the two names at 1 each.
    expect(await billed('peak')).toEqual([32]);
    expect(await measure('peak')).toEqual(['04-02: 30', '04-03: 1', '04-06: 1']);
    expect(await ofCycles('peak')).toEqual(['04-01: 32']);
  });

  it('a rule on prorated licences leaves what it makes of the line', async () => {
    // 3 × 30 × 15/30 = 45, halved; the metric had the 90 of a whole cycle on the day of the change.
    expect(await billed('ruled')).toEqual([22.5]);
    expect(await measure('ruled')).toEqual(['04-16: 90', '04-30: -67.5']);
    expect(await ofCycles('ruled')).toEqual(['04-01: 22.5']);
  });

  it('a fee that comes once is never prorated', async () => {
    expect(await billed('once')).toEqual([100]);
    expect(await measure('once')).toEqual(['04-16: 100']);
  });

  it('a rule on a fee in advance is cut with the fee', async () => {
    // 60 × 0.5 = 30, of which 15 were given back for the second half.
    const [april] = await listInvoices(client, 'left');
    expect(april.totalAmount).toBe(30);
    const { data } = await client.must.get('/credits?account_id=left');
    expect(data.map(({ creditAmount }: Reply['body']) => creditAmount)).toEqual([15]);
    expect(await ofCycles('left')).toEqual(['04-01: 15']);
  });

  it('a charge in advance that an ongoing edit corrects counts as corrected', async () => {
    // 60 × 0.5 = 30 becomes 80 × 0.5 = 40; 60 becomes 30.
    expect(await ofCycles('dearer')).toEqual(['04-01: 40']);
    expect(await ofCycles('cheaper')).toEqual(['04-01: 30']);
  });

  it('credits that were granted in advance keep their price', async () => {
    expect((await billed('credits'))[0]).toBe(10);
    expect(await ofCycles('credits')).toEqual(['04-01: 10']);
  });

  it('a prorated fee of three months is earned on the days of the three', async () => {
    // 90 × 30/91, × 31/91, × 30/91; a day earns 90/91.
    const months = ['04-01: 29.67032967', '05-01: 30.65934066', '06-01: 29.67032967'];
    expect(await ofCycles('lasting')).toEqual(months);
    const days = await measure('lasting');
    expect(days).toHaveLength(91);
    expect([days[0], days[30], days[89]]).toEqual([
      '04-01: 0.98901099',
      '05-01: 0.98901099',
      '06-29: 0.98901099',
    ]);
  });

  it('none of the three earns anything when the invoice of the block is void', async () => {
    const [quarter] = await listInvoices(client, 'lasting');
    await client.must.patch(`/invoices/${quarter.id}`, { status: 'VOID' });
    expect(await ofCycles('lasting')).toEqual([]);
  });
});

it('what a version brings into the middle of a year earns what it is charged for', async () => {
  client = (await service.createOrganization('joined')).sandbox;
  await client.setClock('2030-04-01T00:00:00Z');
  const [base, support] = [await sellFee(client, 'Base'), await sellFee(client, 'Support')];
  const seats = await sellSeats(client, 'Seats');
  const fee = (billableId: string, rate: number) => ({
    ...{ type: 'FIXED_FEE' as const, billableId, timing: 'IN_ADVANCE' as const, fee: { rate } },
  });
  const terms = { name: 'Yearly', interval: 'ANNUALLY' as const, month: '4' };
  const planId = await publishPlan(client, { ...terms, cards: [fee(base, 60)] });
  await openAccount(client, 'joined');
  const three = { account: 'joined', quantity: '3', from: '2030-04-01T00:00:00Z' };
  await setSeats(client, seats, three);
  await editTimeline(client, 'joined', [{ planId, from: '2030-04-01' }]);
  await client.setClock('2030-05-10T00:00:00Z');
  const perSeat = { slabs: [{ rate: 70 }], timing: 'IN_ADVANCE' as const, isProrated: false };
  const cards = [fee(support, 500), licenseCard(seats, perSeat)];
  await addCards(client, planId, { cards, migrationMode: 'IMMEDIATE' });
  await client.setClock('2030-05-12T00:00:00Z');
  expect(await billed('joined')).toEqual([60, 710]);
  expect(await measure('joined')).toEqual(['04-01: 60', '05-11: 710']); // 500 + 3 × 70
});

describe('usage that adjusts a bill', () => {
  const policy = {
    ...{ entityType: 'ORGANIZATION', entityId: 'late', namespace: 'PLATFORM', id: 'LATE_USAGE' },
    ...{ name: 'Late usage', dataType: 'STRING', value: 'ADJUST' },
  };

  async function sellPeak(): Promise<string> {
    const schema = { name: 'peak', attributes: [{ name: 'amount' }], dimensions: [] };
    await client.must.post('/event_schema', schema);
    await client.must.post('/event_schema/peak/activate');
    const { id } = await client.must.post('/usage_meters', {
      ...{ name: 'peak', type: 'COUNTER', aggregation: 'MAX', eventSchemaName: 'peak' },
      computations: [{ computation: JSON.stringify({ var: 'attribute.amount' }), order: 1 }],
    });
    await client.must.post(`/usage_meters/${id}/activate`);
    return id;
  }

  const at = (day: string) => `2030-04-${day}T00:00:00Z`;
  const used = (meter: string, amount: string, day: string) =>
    use(client, { meter, account: 'late', at: at(day), amount });
  const called = (account: string, amount: string, day: string) =>
    use(client, { meter: 'calls', account, at: at(day), amount });

  beforeAll(async () => {
    client = (await service.createOrganization('late')).sandbox;
    await client.setClock('2030-04-01T00:00:00Z');
    await client.must.post('/settings', policy);
    const [calls, peak] = [await sellUsage(client, 'calls'), await sellPeak()];
    const slabs = [{ rate: 2 }, { startAfter: 100, rate: 1 }];
    const plan = await publishRuledPlan(client, {
      name: 'volume',
      cards: [
        { type: 'USAGE', billableId: calls, usage: { model: 'VOLUME', slabs } },
        { type: 'USAGE', billableId: peak, usage: { model: 'TIERED', slabs: [{ rate: 3 }] } },
        {
          ...{ type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN' },
          details: { minimumCommitmentRateCard: { rateValues: [{ currency: 'USD', rate: 250 }] } },
        },
      ],
      rules: [{ name: 'discount', computation: { '*': [read(`revenue.urc.${calls}`), -0.1] } }],
    });
    const target = `usage.urc.${calls}`;
    const allowance = await publishRuledPlan(client, {
      name: 'allowance',
      cards: [{ type: 'USAGE', billableId: calls, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
      rules: [{ name: '100 free', target, computation: { max: [{ '-': [read(target), 100] }, 0] } }],
    });
    for (const [account, planId] of Object.entries({ late: plan, free: allowance })) {
      await openAccount(client, account);
      await editTimeline(client, account, [{ planId, from: '2030-04-01' }]);
    }
    await client.setClock('2030-04-20T00:00:00Z');
    await called('free', '60', '19');
    await used('peak', '4', '19');
    await used('calls', '90', '19');
    await client.setClock('2030-05-02T12:00:00Z');
  });

  const ofApril = async (account = 'late') =>
    (await listInvoices(client, account))
      .filter(({ startDate }: Reply['body']) => startDate.startsWith('2030-04'))
      .map(({ totalAmount }: Reply['body']) => totalAmount)
      .sort((a: number, b: number) => b - a);

  it('the bill has the true-up and the rule', async () => {
    // 90 × 2 + 4 × 3 = 192, lifted by 58 to 250, less 18.
    expect(await ofApril()).toEqual([232]);
    expect(await ofCycles('late')).toEqual(['04-01: 232']);
  });

  it('so has what adjusts it', async () => {
    const { events } = await client.must.get('/events?account_id=late&pageSize=1');
    await used('calls', '20', '15');
    await used('peak', '9', '15');
    await client.setClock('2030-05-04T00:00:00Z');
    // 110 × 1 + 9 × 3 = 137, lifted by 113 to 250, less 11.
    expect(await ofApril()).toEqual([232, 7]);
    expect(await ofCycles('late')).toEqual(['04-01: 239']);
    await client.must.post('/events/correction?action=UNDO', { event: events[0].eventPayload });
    await client.setClock('2030-05-06T00:00:00Z');
    // 20 × 2 + 9 × 3 = 67, lifted by 183 to 250, less 4.
    expect(await ofApril()).toEqual([232, 7, 7]);
    expect(await ofCycles('late')).toEqual(['04-01: 246']);
    // The usage of the 15th: 40 and 27. Of the 19th there is none left.
    expect(await measure('late')).toEqual(['04-15: 67', '04-30: 179']);
  });

  it('also where a rule takes back what it costs', async () => {
    expect(await ofCycles('free')).toEqual([]); // 120 − 120
    await called('free', '25', '16');
    await client.setClock('2030-05-08T00:00:00Z');
    expect(await ofCycles('free')).toEqual([]); // 170 − 170
    await called('free', '20', '16');
    await client.setClock('2030-05-10T00:00:00Z');
    expect(await ofApril('free')).toEqual([10, 0, 0]); // 210 − 200
    expect(await ofCycles('free')).toEqual(['04-01: 10']);
  });
});
