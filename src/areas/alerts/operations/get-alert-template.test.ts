import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (id: string) => service.production.get(`/alert_templates/${id}`);

describe('GET /alert_templates/{alert_template_id}', () => {
  it('200 and its schemas as texts', async () => {
    const { status, body } = await get('USAGE_THRESHOLD');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'USAGE_THRESHOLD',
      name: 'Usage threshold',
      description: expect.stringMatching(/^Fires when /),
      interval: 30,
      entityType: 'USAGE_METER',
      entitySchema: expect.any(String),
      ownerType: 'ACCOUNT',
      ownerSchema: expect.any(String),
      parametersSchema: expect.any(String),
      createdAt: '2026-12-01T00:00:00.000Z',
      updatedAt: '2026-12-01T00:00:00.000Z',
    });
  });

  const id = { type: 'string', minLength: 1, maxLength: 50 };
  const account = { properties: { accountId: id }, required: [] };
  const nothing = { properties: {}, required: [] };
  const threshold = { type: 'number', minimum: 0 };
  const days = { type: 'integer', minimum: 0, maximum: 365 };
  const limit = { properties: { threshold }, required: ['threshold'] };
  it.each([
    ['USAGE_THRESHOLD', { properties: { usageMeterId: id }, required: ['usageMeterId'] }, account, limit],
    ['REVENUE_THRESHOLD', { properties: { billableId: id }, required: [] }, account, limit],
    ['CREDIT_BALANCE', nothing, account, limit],
    [
      'ENTITLEMENT_BALANCE',
      { properties: { featureId: id }, required: ['featureId'] },
      { ...account, required: ['accountId'] },
      limit,
    ],
    ['WALLET_BALANCE', nothing, { ...account, required: ['accountId'] }, limit],
    ['INVOICE_DUE', nothing, account, { properties: { daysBefore: days }, required: ['daysBefore'] }],
    ['INVOICE_OVERDUE', nothing, account, { properties: { daysAfter: days }, required: ['daysAfter'] }],
    [
      'NEW_DIMENSION_VALUES',
      { properties: { eventSchemaName: id }, required: [] },
      nothing,
      { properties: { threshold: { ...threshold, default: 1 } }, required: [] },
    ],
    [
      'UNPROCESSED_EVENTS',
      { properties: { eventSchemaName: id }, required: [] },
      nothing,
      { properties: { threshold: { ...threshold, default: 1 } }, required: [] },
    ],
  ])('200 and the schemas of %s', async (template, entity, owner, parameters) => {
    const { body } = await get(template);
    const shape = { type: 'object', additionalProperties: false };
    expect(JSON.parse(body.entitySchema)).toEqual({ ...shape, ...entity });
    expect(JSON.parse(body.ownerSchema)).toEqual({ ...shape, ...owner });
    expect(JSON.parse(body.parametersSchema)).toEqual({ ...shape, ...parameters });
  });

  it.each(['NOBODY', 'usage_threshold', 'constructor', 'WALLET'])('404 for %s', async (template) => {
    const { status, body } = await get(template);
    expect([status, body]).toEqual([404, { message: `alert template ${template} not found` }]);
  });
});
