import { describe, expect, it } from 'vitest';
import { areas } from '#app';
import { useService } from '#test/running-app.ts';

/** What a refusal says is for people: no expression, everything at once, and how it should be. */
const service = useService();
const operations = areas.flatMap((area) => area.operations);

interface Member {
  place: string;
  name: string;
  node: Record<string, unknown>;
}

/** Every member of a schema, however deep; `[]` are entries of lists. */
function* membersOf(node: unknown, place: string): Generator<Member> {
  if (node === null || typeof node !== 'object') return;
  const { properties = {}, items, ...others } = node as Record<string, object>;
  for (const [name, member] of Object.entries(properties)) {
    yield { place: `${place}.${name}`, name, node: member as Record<string, unknown> };
    yield* membersOf(member, `${place}.${name}`);
  }
  if (items) {
    const name = place.split('.').at(-1) ?? '';
    yield { place: `${place}[]`, name, node: items as Record<string, unknown> };
    yield* membersOf(items, `${place}[]`);
  }
  for (const other of Object.values(others)) yield* membersOf(other, place);
}

const sent = operations.flatMap(({ id, request }) => [
  ...membersOf(request?.params, id),
  ...membersOf(request?.query, id),
  ...membersOf(request?.body, id),
]);

describe('every member of a request', () => {
  it('with a pattern says in words what that wants', () => {
    const patterns = sent.filter(({ node }) => node.pattern !== undefined && node.pattern !== '\\S');
    expect(patterns.length).toBeGreaterThan(20);
    for (const { place, node } of patterns)
      expect([place, node.form]).toEqual([place, expect.stringMatching(/^must /)]);
  });

  it('that is a country is checked as one', () => {
    const countries = sent.filter(({ name, node }) => name === 'country' && node.type === 'string');
    expect(countries.length).toBeGreaterThan(8);
    for (const { place, node } of countries) expect([place, node.country]).toEqual([place, true]);
  });

  /** Looked up among known ones, or checked where it is known what it must be. */
  const LOOKED_UP =
    /^(?:logIn|requestPasswordReset|logInToPortal|requestPortalPassword|setPortalPassword)\.email$/;
  it('that is an e-mail address is checked as one', () => {
    const addresses = sent.filter(
      ({ name, place, node }) =>
        /(?:e|E)mail$|(?:r|R)ecipients$/.test(name) && node.type === 'string' && !LOOKED_UP.test(place),
    );
    expect(addresses.length).toBeGreaterThan(10);
    for (const { place, node } of addresses) expect([place, node.email]).toEqual([place, true]);
  });
});

const errorOf = async (path: string, body?: unknown) => {
  const { status, body: response } = await (body
    ? service.production.post(path, body)
    : service.production.get(path));
  expect(status).toBe(400);
  return String(response.message);
};

describe('an error message', () => {
  it('400 with all that is wrong with a body', async () => {
    const customer = {
      id: '-x',
      name: '',
      primaryEmail: 'nobody',
      address: { country: 'Germany' },
      adress: {},
    };
    expect(await errorOf('/customers', customer)).toBe(
      'unknown field adress (did you mean address?); id: must begin with a letter or a digit and ' +
        'contain only letters, digits and . _ @ + : -; name: must have at least 3 characters; name: ' +
        'must not be blank; primaryEmail: must be an e-mail address such as name@example.com; ' +
        'address.country: must be an ISO 3166-1 alpha-2 country code such as DE',
    );
  });

  it('400 with all that is wrong with a query', async () => {
    expect(await errorOf('/addons?pageSize=0&status=X&type=Y&_sort=x&statsu=1')).toBe(
      'unknown query parameter statsu (did you mean status?); status: must be one of ACTIVE, ARCHIVED; ' +
        'type: must be one of LICENSE, FIXED_FEE, CREDIT_GRANT, NAMED_LICENSE; ' +
        'pageSize: must be a whole number from 1 to 100; _sort: cannot sort by x; use created_at, name, id',
    );
  });

  it('400 with as many as fit into 500 characters, and how many there are besides', async () => {
    const aliases = Array.from({ length: 40 }, (_, i) => 'x'.repeat(i % 2));
    const message = await errorOf('/accounts', { aliases });
    expect([...message].length).toBeLessThanOrEqual(500);
    expect(message).toMatch(/^.*; and \d+ more$/);
  });
});
