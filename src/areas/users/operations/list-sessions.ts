import { realNow } from '#platform/db/clock.ts';
import { longOperation } from '#platform/http/operation.ts';
import { describeLogin } from '../describe-user.ts';
import { boundOf, ownRows, ownSession } from '../own-session.ts';
import { Logins } from '../schema.ts';
import { listOwnSessions } from '../store/sessions.ts';

export const listSessions = longOperation({
  id: 'listSessions',
  method: 'GET',
  route: '/ext/v1/sessions',
  scope: null,
  needsUser: true,
  summary: "List the user's own sessions",
  response: { status: 200, body: Logins },
  async handleLong({ database, actor }) {
    const { userId, id, orgId } = ownSession(actor);
    const scope = { orgId, access: 'read', isDirectory: true, ...ownRows(actor) } as const;
    const rows = await database.transaction(scope, (tx) =>
      listOwnSessions(tx, { userId, now: realNow(), bound: boundOf(actor) }),
    );
    return { data: rows.map((row) => describeLogin(row, id)) };
  },
});
