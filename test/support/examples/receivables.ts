import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';

export const receivableExamples: Record<string, (world: World) => ExampleRequest> = {
  printStatement: ({ ids }) => ({
    body: {
      ...{ debtorType: 'ACCOUNT', debtorId: ids.account_id, currency: 'USD' },
      ...{ from: '2029-12-10', to: '2030-01-02' },
    },
  }),
  previewStatementMail: ({ ids }) => ({
    body: {
      ...{ debtorType: 'ACCOUNT', debtorId: ids.account_id, currency: 'USD', message: 'Thank you.' },
      ...{ from: '2029-12-10', to: '2030-01-02' },
    },
  }),
  sendStatement: ({ ids }) => ({
    body: {
      ...{ debtorType: 'ACCOUNT', debtorId: ids.account_id, currency: 'USD', language: 'de' },
      ...{ from: '2029-12-10', to: '2030-01-02', mailTo: ['pay@acme.example'] },
    },
  }),
  getStatement: ({ ids }) => ({ query: `account_id=${ids.account_id}&currency=USD` }),
  matchBankLine: ({ ids }) => ({
    body: { amount: 120, currency: 'USD', text: `Customer ${ids.account_id} January bill` },
  }),
};
