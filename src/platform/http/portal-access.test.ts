import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { operation } from './operation.ts';
import { checkPortalAccess, checkPortalRequest, portalResponses } from './portal-access.ts';
import type { PortalAccess, PortalView } from './portal-view.ts';
import { Closed, PageOf } from './schemas.ts';

const Thing = Closed({
  id: Type.String(),
  settings: Type.Array(Type.String()),
  details: Type.Optional(Closed({ shown: Type.String(), metadata: Type.String() })),
  parts: Type.Array(Closed({ name: Type.String(), note: Type.String() })),
});

function declared(portal: PortalAccess | undefined, body: typeof Thing | ReturnType<typeof PageOf> = Thing) {
  return operation({
    ...{
      id: 'getThing',
      method: 'GET',
      route: '/accounts/{account_id}/things',
      scope: 'org:read',
      summary: '',
    },
    response: { status: 200, body, alternatives: { 201: Thing } },
    ...(portal && { portal }),
    handle: async () => ({}) as never,
  });
}

const view = (members: Partial<PortalView> = {}): PortalView => ({
  ...{
    customerId: 'acme',
    accountIds: new Set(['a', 'p.c']),
    customerAccountIds: new Set(['a', 'b', 'p.c']),
  },
  idsByPlatformId: new Map([
    ['p.a', 'a'],
    ['p.b', 'b'],
    ['p.c', 'b'], // chosen as an id by another account
  ]),
  ...{ mode: 'READ', contact: null, ...members },
});

describe('what portals do not see', () => {
  const membersOf = (hides: string[], body?: Parameters<typeof declared>[1]) => {
    const access = { mode: 'READ', hides } as const;
    return JSON.parse(JSON.stringify(portalResponses(declared(access, body), access)));
  };

  it('is neither declared nor required in any response', () => {
    const { body, alternatives } = membersOf(['settings', 'details.metadata', 'parts.note']);
    for (const schema of [body, alternatives[201]]) {
      expect(Object.keys(schema.properties)).toEqual(['id', 'details', 'parts']);
      expect(schema.required).toEqual(['id', 'parts']);
      expect(Object.keys(schema.properties.details.properties)).toEqual(['shown']);
      expect(Object.keys(schema.properties.parts.items.properties)).toEqual(['name']);
    }
  });

  it('is meant of the items of a page', () => {
    const { body } = membersOf(['settings'], PageOf(Thing));
    expect(Object.keys(body.properties.data.items.properties)).toEqual(['id', 'details', 'parts']);
    expect(body.required).toEqual(['data', 'nextToken']);
  });

  it('has to be there, so that a wrong name does not show by what it leaves', () => {
    for (const name of ['setting', 'details.settings', 'id.name'])
      expect(() => membersOf([name])).toThrow(`operation getThing hides ${name.split('.').at(-1)}`);
    const access = { mode: 'READ', accountFilter: 'account_id' } as const;
    expect(() => portalResponses(declared(access), access)).toThrow('getThing has no filter account_id');
  });
});

describe('who is let in', () => {
  it.each<[PortalAccess | undefined, PortalView['mode'], boolean]>([
    [undefined, 'WRITE', false],
    [{ mode: 'READ' }, 'READ', true],
    [{ mode: 'READ' }, 'WRITE', true],
    [{ mode: 'WRITE' }, 'READ', false],
    [{ mode: 'WRITE' }, 'WRITE', true],
  ])('declared %j, a token that may %s: %s', (access, mode, isAllowed) => {
    const check = () => checkPortalAccess(view({ mode }), declared(access));
    if (isAllowed) check();
    else expect(check).toThrow('forbidden');
  });

  it.each([
    // account in the path                          refused
    ['a', false],
    ['p.a', false],
    ['b', true],
    ['p.b', true],
    ['p.c', false], // the chosen id wins
    ['nobody', false], // is not found later
  ])('an account named %s', (account_id, isRejected) => {
    const check = () =>
      checkPortalRequest(view(), declared({ mode: 'READ' }), { params: { account_id }, body: undefined });
    if (isRejected) expect(check).toThrow('forbidden');
    else check();
  });

  it.each<[unknown, boolean]>([
    [{ name: 'x' }, false],
    [{}, false],
    [undefined, false],
    [{ name: 'x', status: 'y' }, true],
  ])('a body %j', (body, isRejected) => {
    const access = { mode: 'WRITE', accepts: ['name'] } as const;
    const check = () => checkPortalRequest(view(), declared(access), { params: {}, body });
    if (isRejected) expect(check).toThrow('forbidden: a portal token can send only name');
    else check();
  });
});
