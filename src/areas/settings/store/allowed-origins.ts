import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import type { AllowedOrigin } from '#platform/http/cors.ts';

/**
 * The origins that all organizations allow by CORS_ALLOWED_ORIGINS. The conditions repeat those of the index
 * and of the row-level policy, so that both apply.
 */
export function listAllowedOrigins(database: Database): Promise<AllowedOrigin[]> {
  return database.transaction({ orgId: null, access: 'read', isDirectory: true }, async (tx) => {
    const { rows } = await sql<AllowedOrigin>`
      select s.org_id, o.environment, origin
      from settings s
      join organizations o on o.org_id = s.org_id
      cross join lateral jsonb_array_elements_text(s.value::jsonb) as origin
      where s.namespace = 'PLATFORM' and s.id = 'CORS_ALLOWED_ORIGINS' and s.entity_type = 'ORGANIZATION'
        and o.status <> 'CLOSED'`.execute(tx);
    return rows;
  });
}
