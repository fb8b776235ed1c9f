import { sealSecret } from '#areas/users/second-factor.ts';
import { hashOfRecoveryCode } from '#areas/users/totp.ts';
import type { World } from '../example-world.ts';
import { asOwner } from '../people.ts';
import { serviceOf } from './person-of-world.ts';

export const TOTP_SECRET = Buffer.from('a secret of 20 bytes');
export const RECOVERY_CODE = 'ABCD-EFGH-2345-6789';

/** The person has no second factor, or one with a known secret. */
export async function keepTotp({ client, ids }: World, state: 'none' | 'begun' | 'confirmed'): Promise<void> {
  const service = serviceOf(client);
  const userId = ids.own_user_id ?? '';
  const sealed = sealSecret(service.app.deployment, userId, TOTP_SECRET);
  await asOwner(service, async (owner) => {
    await owner.query('delete from user_totp where user_id = $1', [userId]);
    await owner.query('update users set has_second_factor = $2 where id = $1', [
      userId,
      state === 'confirmed',
    ]);
    if (state === 'none') return;
    const confirmedAt = state === 'confirmed' ? new Date() : null;
    await owner.query('insert into user_totp values ($1, $2, 0, $3, now())', [userId, sealed, confirmedAt]);
    await owner.query('delete from user_recovery_codes where user_id = $1', [userId]);
    const hash = hashOfRecoveryCode(userId, RECOVERY_CODE);
    await owner.query('insert into user_recovery_codes values ($1, $2)', [userId, hash]);
  });
}
