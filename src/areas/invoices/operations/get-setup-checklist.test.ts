import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/organization/setup_checklist';

describe('GET /ext/v1/organization/setup_checklist', () => {
  it('200 with what a new organization lacks, and what of it is required', async () => {
    expect(await service.production.must.get(PATH)).toEqual({
      ...{ canIssue: false, isComplete: false },
      items: [
        { item: 'NAME', isDone: false, isRequired: true },
        { item: 'ADDRESS', isDone: false, isRequired: true },
        { item: 'TAX_ID', isDone: false, isRequired: false },
        { item: 'NET_TERMS', isDone: false, isRequired: false },
        { item: 'LOGO', isDone: false, isRequired: false },
        { item: 'SENDER', isDone: false, isRequired: false },
      ],
    });
  });
});
