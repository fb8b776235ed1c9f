import { expect, it } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';

/**
 * The request log hides what schemas mark with `Secret(…)`. A member that is named like a secret is marked,
 * or stands here with the reason why it is none.
 */
const NAMED_LIKE_SECRETS = /(?:password|secret|token|recoverycodes|apikey)$/i;
/** Links that are valid without a credential. */
const NAMED_LIKE_LINKS = /(?:download|upload|result|presigned|pdf|endsession)url$/i;
const NONE: Record<string, string> = {
  nextToken: 'continues a list for its own caller',
  newSecret: 'says whether to make one',
  isSecret: 'says whether a setting is one',
};

interface Node {
  isSecret?: true;
  type?: string | string[];
  properties?: Record<string, Node>;
  additionalProperties?: boolean | Node;
  items?: Node;
  anyOf?: Node[];
}

function* membersOf(node: Node): Generator<[name: string, member: Node]> {
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    yield [name, member];
    yield* membersOf(member);
  }
  const inner = [node.items, node.anyOf, node.additionalProperties].flat();
  for (const each of inner) if (typeof each === 'object') yield* membersOf(each);
}

function bodiesOf({ request, response }: Operation): Node[] {
  const { body, legacyBody, alternatives = {} } = response;
  return [request?.body ?? [], body, legacyBody ?? [], Object.values(alternatives)].flat() as Node[];
}

const members = areas.flatMap(({ operations }) =>
  operations.flatMap((operation) =>
    bodiesOf(operation).flatMap((body) =>
      [...membersOf(body)].map(([name, member]) => ({ id: operation.id, name, member })),
    ),
  ),
);

it('every member that is named like a secret is marked as one', () => {
  const named = members.filter(
    ({ name }) => (NAMED_LIKE_SECRETS.test(name) || NAMED_LIKE_LINKS.test(name)) && !(name in NONE),
  );
  expect(named.length).toBeGreaterThan(40);
  const unmarked = named.filter(({ member }) => !member.isSecret).map(({ id, name }) => `${id} ${name}`);
  expect(unmarked).toEqual([]);
});

it('every operation that says it returns a secret marks one in its response, or sends it in a cookie', () => {
  const withoutMark = areas
    .flatMap(({ operations }) => operations)
    .filter(({ returnsSecret, response }) => {
      const isMarked = [...membersOf(response.body as Node)].some(([, member]) => member.isSecret);
      return returnsSecret && !isMarked;
    });
  expect(withoutMark.map(({ id }) => id).sort()).toEqual([
    // A session, whose secret is in the cookie.
    ...['acceptInvitation', 'changePassword', 'createOidcLogin', 'createPasskey', 'createPasskeyLogin'],
    ...['createPasskeyOptions', 'joinOrganization', 'logIn', 'logInWithOidc', 'logInWithPasskey'],
    ...['removePasskey', 'removeTotp', 'setUpOrganization', 'switchOrganization'],
  ]);
});
