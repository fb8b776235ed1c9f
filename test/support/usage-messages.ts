import fc from 'fast-check';
import { type Calendar, cycleAround, isBefore, midnight } from '../naive/calendar.ts';
import type { Aggregation, Cycle, Meter, SentEvent, World } from '../naive/usage.ts';
import { editTimeline, openAccount, publishPlan } from './billing-scenario.ts';
import type { Client } from './running-app.ts';

/** Events of several schemas, meters of every aggregation, and all changes that may happen between events. */

export const NOW = '2030-01-31T12:00:00Z';
const day = (text: string) => Temporal.PlainDate.from(text);

/** A meter on the wire and, beside it, in plain code. */
interface Described extends Omit<Meter, 'isFor'> {
  schema: string | null;
  wire: object;
  isFor?(event: SentEvent): boolean;
}

const amount = (name: string) => [{ computation: JSON.stringify({ var: name }), order: 1 }];
const one = { computations: [{ computation: '1', order: 1 }] };
const distance = { computations: amount('attribute.distance') };
const distanceOf = ({ attributes }: SentEvent) => attributes.distance ?? '';
const ofDistance = (name: string, aggregation: Aggregation): Described => ({
  ...{ name, aggregation, schema: 'ride', wire: distance, valueOf: distanceOf },
});

const DESCRIBED: Described[] = [
  {
    ...{ name: 'oslo', aggregation: 'COUNT', schema: 'ride', valueOf: () => '1' },
    wire: { ...one, filters: [{ field: 'city', value: 'Oslo' }] },
    isFor: ({ dimensions }) => dimensions.city === 'Oslo',
  },
  ofDistance('sum', 'SUM'),
  {
    ...ofDistance('max', 'MAX'),
    wire: {
      ...distance,
      filters: ['Oslo', 'Riga'].map((value) => ({ field: 'city', value })),
    },
    isFor: ({ dimensions }) => dimensions.city !== 'Bonn',
  },
  {
    ...ofDistance('min of what is above 0', 'MIN'),
    wire: {
      computations: [{ ...distance.computations[0], matcher: '{">":[{"var":"attribute.distance"},0]}' }],
    },
    isFor: (event) => !/^-|^0*(?:\.0*)?$/.test(distanceOf(event)),
  },
  ofDistance('average', 'AVERAGE'),
  ofDistance('latest', 'LATEST'),
  ofDistance('level', 'TIME_WEIGHTED_SUM'),
  ofDistance('distances', 'UNIQUE_COUNT'),
  {
    ...{ name: 'users', aggregation: 'UNIQUE_COUNT', schema: 'login' },
    wire: { computations: amount('dimension.user') },
    valueOf: ({ dimensions }) => dimensions.user ?? '',
  },
  { name: 'logins', aggregation: 'COUNT', schema: 'login', wire: one, valueOf: () => '1' },
  {
    ...{
      name: 'minutes',
      aggregation: 'SUM',
      schema: 'call',
      wire: { computations: amount('attribute.minutes') },
    },
    valueOf: ({ attributes }) => attributes.minutes ?? '',
  },
  {
    ...{ name: 'direct', aggregation: 'SUM', schema: null, wire: {} },
    valueOf: ({ attributes }) => attributes.usage ?? '',
  },
];

/** Required fields of each schema's events. */
const FIELDS: Record<string, string[]> = {
  ride: ['distance', 'city'],
  login: ['user'],
  call: ['minutes'],
  'platform-usage': ['usage', 'usage_meter_id'],
};
/** The schema that is activated between events. */
const LATER = 'login';

export interface MeteringSetup {
  meters: (Meter & { id: string })[];
  plans: { first: string; second: string };
}

/** Weeks from Monday; from the second plan on, from Wednesday. Six days of grace. */
const CALENDARS: Record<keyof MeteringSetup['plans'], Pick<Calendar, 'dayOffset'>> = {
  first: { dayOffset: '1' },
  second: { dayOffset: '3' },
};
const GRACE_DAYS = 6;

/** Schemas, meters, plans, and the initial accounts. */
export async function setUp(client: Client): Promise<MeteringSetup> {
  for (const [name, dimension, attribute] of [
    ['ride', 'city', 'distance'],
    ['login', 'user', null],
    ['call', null, 'minutes'],
  ] as const) {
    const dimensions = dimension ? [{ name: dimension }] : [];
    const attributes = attribute ? [{ name: attribute }] : [];
    const filterFields = dimension ? [dimension] : [];
    await client.must.post('/event_schema', { name, attributes, dimensions, filterFields });
    if (name !== LATER) await client.must.post(`/event_schema/${name}/activate`);
  }
  const meters: MeteringSetup['meters'] = [];
  for (const { schema, wire, isFor, ...meter } of DESCRIBED) {
    const { name, aggregation } = meter;
    const eventSchemaName = schema ?? undefined;
    const body = { name, type: 'COUNTER', aggregation, eventSchemaName, ...wire };
    const { id } = await client.must.post('/usage_meters', body);
    if (schema !== LATER) await client.must.post(`/usage_meters/${id}/activate`);
    const isOf = (event: SentEvent) =>
      schema ? event.schema === schema : event.dimensions.usage_meter_id === 'direct';
    meters.push({ ...meter, id, isFor: (event) => isOf(event) && (isFor?.(event) ?? true) });
  }
  const schemaAssociations = [{ schemaName: 'call', attributeName: 'minutes' }];
  const { id: feature } = await client.must.post('/features', { name: 'Calls', schemaAssociations });
  const publish = (name: keyof MeteringSetup['plans']) =>
    publishPlan(client, {
      ...{ name, interval: 'WEEKLY', day: CALENDARS[name].dayOffset, graceDays: GRACE_DAYS, isOngoing: true },
      cards: [{ type: 'ENTITLEMENT_OVERAGE', billableId: feature, overage: { slabs: [{ rate: 1 }] } }],
    });
  const plans = { first: await publish('first'), second: await publish('second') };
  await openAccount(client, 'a1', { aliases: ['first'] });
  await openAccount(client, 'a2');
  await openAccount(client, 'drafted', { status: 'DRAFT' });
  await editTimeline(client, 'a1', [{ planId: plans.first, from: '2030-01-20' }]);
  return { meters, plans };
}

/** The cycles of a plan from a day on, as far as events reach. */
export function cyclesOf(
  zone: string,
  stretches: readonly { plan: keyof MeteringSetup['plans']; from: string; until?: string }[],
): Cycle[] {
  return stretches.flatMap(({ plan, from, until = '2030-02-12' }) => {
    const calendar: Calendar = {
      ...{ interval: 'WEEKLY', monthOffset: 'NIL', isAnniversary: false, associated: day(from) },
      ...CALENDARS[plan],
    };
    const cycles: Cycle[] = [];
    for (let start = day(from); isBefore(start, day(until)); ) {
      const nominal = cycleAround(calendar, start);
      const end = isBefore(nominal.end, day(until)) ? nominal.end : day(until);
      const deadline = midnight(end.add({ days: GRACE_DAYS }), zone);
      cycles.push({ from: midnight(start, zone), until: midnight(end, zone), deadline });
      start = end;
    }
    return cycles;
  });
}

/** The state after `setUp`, for the plain code. */
export function beginning(zone: string, { meters }: MeteringSetup): World {
  return {
    now: Temporal.Instant.from(NOW),
    accounts: new Map([
      ['a1', 'ACTIVE'],
      ['a2', 'ACTIVE'],
      ['drafted', 'DRAFT'],
    ]),
    aliases: [{ value: 'first', account: 'a1' }],
    schemas: new Map(Object.entries(FIELDS).filter(([name]) => name !== LATER)),
    meters,
    cycles: new Map([['a1', cyclesOf(zone, [{ plan: 'first', from: '2030-01-20' }])]]),
  };
}

/** A change between events, on the wire and in plain code. */
export interface Change {
  name: string;
  happen(client: Client, setup: MeteringSetup): Promise<void>;
  apply(world: World, zone: string): Partial<World>;
}

const ALIAS_FROM = '2030-01-25T00:00:00Z';

export const CHANGES: readonly Change[] = [
  {
    name: 'an alias is added',
    happen: async (client) => {
      const accountAliases = [{ value: 'nick', effectiveFrom: ALIAS_FROM }];
      await client.must.post('/accounts/a2/add_aliases', { accountAliases });
    },
    apply: ({ aliases }) => ({
      aliases: [...aliases, { value: 'nick', account: 'a2', from: Temporal.Instant.from(ALIAS_FROM) }],
    }),
  },
  {
    name: 'an account is opened',
    happen: (client) => openAccount(client, 'late'),
    apply: ({ accounts }) => ({ accounts: new Map(accounts).set('late', 'ACTIVE') }),
  },
  {
    name: 'a draft account is activated',
    happen: (client) => client.must.patch('/accounts/drafted', { status: 'ACTIVE' }),
    apply: ({ accounts }) => ({ accounts: new Map(accounts).set('drafted', 'ACTIVE') }),
  },
  {
    name: 'a schema and its meters are activated',
    happen: async (client, { meters }) => {
      await client.must.post(`/event_schema/${LATER}/activate`);
      for (const { name, id } of meters)
        if (DESCRIBED.some((each) => each.name === name && each.schema === LATER))
          await client.must.post(`/usage_meters/${id}/activate`);
    },
    apply: ({ schemas }) => ({ schemas: new Map(schemas).set(LATER, FIELDS[LATER] ?? []) }),
  },
  {
    name: 'days without a plan get one',
    happen: async (client, { plans }) => {
      // The consequences run later, as all waiting work does.
      const from = { effectiveFrom: '2030-01-22', effectiveUntil: '9999-01-01' };
      const edit = { mode: 'ASSOCIATE', associationConfig: { pricePlanId: plans.first }, ...from };
      await client.must.post('/v2/accounts/a2/edit_schedules', { edits: [edit] });
      await client.must.post('/v2/accounts/a2/finalize_schedules', {});
    },
    apply: ({ cycles }, zone) => ({
      cycles: new Map(cycles).set('a2', cyclesOf(zone, [{ plan: 'first', from: '2030-01-22' }])),
    }),
  },
  {
    name: 'the running cycle gets another plan',
    happen: (client, { plans }) => editTimeline(client, 'a1', [{ planId: plans.second, from: '2030-01-28' }]),
    apply: ({ cycles }, zone) => ({
      cycles: new Map(cycles).set(
        'a1',
        cyclesOf(zone, [
          { plan: 'first', from: '2030-01-20', until: '2030-01-28' },
          { plan: 'second', from: '2030-01-28' },
        ]),
      ),
    }),
  },
];

/** In microseconds. */
const MINUTE = 60_000_000;
const DISTANCES = [
  ...['0', '0.1', '0.2', '-3', '1.50', '1.5', '0.000000000000000001', '7'],
  ...['12345678901234567890.123456789012345678', '-0.000000000000000001'],
  // A digit too many, and a missing attribute.
  ...['1234567890123456789012345678901', ''],
];
const arbitraryEvent = fc.record({
  schema: fc.constantFrom('ride', 'ride', 'ride', 'login', 'call', 'platform-usage'),
  account: fc.constantFrom('a1', 'a1', ' First', 'a2', 'nick', 'drafted', 'late', 'nobody'),
  // From the 18th, which no plan prices, to a day and more ahead; around full hours and midnights.
  hour: fc.integer({ min: 0, max: 14 * 24 + 16 }),
  quarter: fc.constantFrom(0, 0, 15, 30, 45),
  isBefore: fc.boolean(),
  city: fc.constantFrom('Oslo', 'Riga', 'Bonn'),
  distance: fc.constantFrom(...DISTANCES),
});

/** Each event has its own microsecond, so that no two are at one instant. */
export const arbitraryEvents: fc.Arbitrary<SentEvent[]> = fc
  .array(arbitraryEvent, { minLength: 5, maxLength: 50 })
  .map((drawn) =>
    drawn.map(({ schema, account, hour, quarter, isBefore: isEarly, city, distance: value }, i) => {
      const minutes = hour * 60 + quarter;
      const at = Temporal.Instant.from('2030-01-18T00:00Z').add({
        microseconds: minutes * MINUTE + (isEarly ? -i - 1 : i),
      });
      const fields: Record<string, Pick<SentEvent, 'attributes' | 'dimensions'>> = {
        ride: { attributes: value ? { distance: value } : {}, dimensions: { city } },
        login: { attributes: {}, dimensions: { user: `${city} ${i % 3}` } },
        call: { attributes: { minutes: '1.5' }, dimensions: {} },
        'platform-usage': { attributes: { usage: value || '2' }, dimensions: { usage_meter_id: 'direct' } },
      };
      const { attributes, dimensions } = fields[schema] as (typeof fields)[string];
      // Calls debit credits, which only a plan grants.
      const isCall = schema === 'call';
      const ofPlan = Temporal.Instant.from('2030-01-22T00:00Z').add({
        minutes: minutes % 12_000,
        microseconds: i,
      });
      return {
        ...{ id: `e${i}`, schema, attributes, dimensions },
        ...(isCall ? { account: 'a1', at: ofPlan } : { account, at }),
      };
    }),
  );
