import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
type Shown = { id: string; isCustom: boolean; scopes: string[] };

describe('GET /ext/v1/roles', () => {
  it('200 with the roles of the product and those of the organization', async () => {
    const { id } = await service.production.must.post('/ext/v1/roles', { name: 'Own', scopes: ['org:read'] });
    await service.sandbox.must.post('/ext/v1/roles', { name: 'Boxed', scopes: ['org:read'] });
    const { status, body } = await service.production.get('/ext/v1/roles');
    const shown = body.data.map((each: Shown) => each.id);
    expect([status, shown]).toEqual([
      200,
      ['ADMINISTRATOR', 'ANALYST', 'DEVELOPER', 'FINANCE', 'PRODUCT_MANAGER', 'SUPPORT', id],
    ]);
    const scopesOf = (wanted: string): string[] => body.data.find((each: Shown) => each.id === wanted).scopes;
    expect(scopesOf('SUPPORT')).not.toContain('org:write');
    expect(scopesOf('FINANCE')).not.toContain('plans:write');
    expect(scopesOf('FINANCE')).toContain('payments:write');
    expect(scopesOf('ANALYST').filter((scope) => scope.endsWith(':write'))).toEqual([]);
  });
});
