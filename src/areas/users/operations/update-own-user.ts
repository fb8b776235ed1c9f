import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { ownSession } from '../own-session.ts';
import { UpdateOwnUserRequest } from '../schema.ts';
import { updateUser } from '../store/users.ts';

export const updateOwnUser = operation({
  id: 'updateOwnUser',
  method: 'PATCH',
  route: '/ext/v1/user',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: "Change the user's own name",
  description: 'In every organization; entries of the audit log keep the name of their time.',
  request: { body: UpdateOwnUserRequest },
  response: { status: 200, body: Success },
  async handle({ tx, actor }, { body }) {
    const { userId: id } = ownSession(actor);
    await updateUser(tx, { id, set: { ...body, updatedAt: realNow() } });
    return { success: true };
  },
});
