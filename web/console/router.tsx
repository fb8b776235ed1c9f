import { createRouter } from '@tanstack/react-router';
import { NotFoundPage } from '../parts/not-found-page.tsx';
import { ProblemPage } from '../parts/problem-page.tsx';
import { place } from '../session/environment.ts';
import { accountListRoute } from './routes/accounts/account-list-route.ts';
import { accountRoute } from './routes/accounts/account-route.ts';
import { scheduleCardRoute } from './routes/accounts/schedule-card-route.ts';
import { schedulePricesRoute } from './routes/accounts/schedule-prices-route.ts';
import { addOnListRoute } from './routes/addons/add-on-list-route.ts';
import { addOnRoute } from './routes/addons/add-on-route.ts';
import { alertListRoute } from './routes/alerts/alert-list-route.ts';
import { alertRoute } from './routes/alerts/alert-route.ts';
import { editAlertRoute } from './routes/alerts/edit-alert-route.ts';
import { incidentListRoute } from './routes/alerts/incident-list-route.ts';
import { newAlertRoute } from './routes/alerts/new-alert-route.ts';
import { approvalListRoute } from './routes/approvals/approval-list-route.ts';
import { approvalPolicyRoute } from './routes/approvals/approval-policy-route.ts';
import { approvalRoute } from './routes/approvals/approval-route.ts';
import { auditListRoute } from './routes/audit/audit-list-route.ts';
import { auditRoute } from './routes/audit/audit-route.ts';
import { billRunListRoute } from './routes/bill-runs/bill-run-list-route.ts';
import { billRunRoute } from './routes/bill-runs/bill-run-route.ts';
import { checkSettingsRoute } from './routes/bill-runs/check-settings-route.ts';
import { monthCloseRoute } from './routes/bill-runs/month-close-route.ts';
import { newBillRunRoute } from './routes/bill-runs/new-bill-run-route.ts';
import { configurationRoute } from './routes/configuration/configuration-route.ts';
import { correctionsRoute } from './routes/corrections/corrections-route.ts';
import { creditListRoute } from './routes/credits/credit-list-route.ts';
import { creditRoute } from './routes/credits/credit-route.ts';
import { grantCreditRoute } from './routes/credits/grant-credit-route.ts';
import { importCreditsRoute } from './routes/credits/import-credits-route.ts';
import { customerListRoute } from './routes/customers/customer-list-route.ts';
import { customerRoute } from './routes/customers/customer-route.ts';
import { eventListRoute } from './routes/events/event-list-route.ts';
import { eventRoute } from './routes/events/event-route.ts';
import { uncountedEventsRoute } from './routes/events/uncounted-events-route.ts';
import { featureListRoute } from './routes/features/feature-list-route.ts';
import { featureRoute } from './routes/features/feature-route.ts';
import { finalizationHooksRoute } from './routes/finalization-hooks/hooks-route.ts';
import { homeRoute } from './routes/home/home-route.ts';
import { importListRoute } from './routes/imports/import-list-route.ts';
import { importRoute } from './routes/imports/import-route.ts';
import { newImportRoute } from './routes/imports/new-import-route.ts';
import { editGroupRoute } from './routes/invoice-groups/edit-group-route.ts';
import { invoiceGroupListRoute } from './routes/invoice-groups/invoice-group-list-route.ts';
import { invoiceGroupRoute } from './routes/invoice-groups/invoice-group-route.ts';
import { newGroupRoute } from './routes/invoice-groups/new-group-route.ts';
import { newTemplateRoute } from './routes/invoice-templates/new-template-route.ts';
import { templateListRoute } from './routes/invoice-templates/template-list-route.ts';
import { templateRoute } from './routes/invoice-templates/template-route.ts';
import { creditNoteRoute } from './routes/invoices/credit-note-route.ts';
import { invoiceExplanationRoute } from './routes/invoices/invoice-explanation-route.ts';
import { invoiceListRoute } from './routes/invoices/invoice-list-route.ts';
import { invoiceRoute } from './routes/invoices/invoice-route.ts';
import { jobListRoute } from './routes/jobs/job-list-route.ts';
import { jobRoute } from './routes/jobs/job-route.ts';
import { journalLinesRoute } from './routes/journal/journal-lines-route.ts';
import { journalRoute } from './routes/journal/journal-route.ts';
import { ledgerAccountsRoute } from './routes/journal/ledger-accounts-route.ts';
import { keyListRoute } from './routes/keys/key-list-route.ts';
import { mailListRoute } from './routes/mails/mail-list-route.ts';
import { mailRoute } from './routes/mails/mail-route.ts';
import { editMeterRoute } from './routes/meters/edit-meter-route.ts';
import { meterCostsRoute } from './routes/meters/meter-costs-route.ts';
import { meterListRoute } from './routes/meters/meter-list-route.ts';
import { meterRoute } from './routes/meters/meter-route.ts';
import { newMeterRoute } from './routes/meters/new-meter-route.ts';
import { unitCostListRoute } from './routes/meters/unit-cost-list-route.ts';
import { migrationRoute } from './routes/migrations/migration-route.ts';
import { newMigrationRoute } from './routes/migrations/new-migration-route.ts';
import { newProviderRoute } from './routes/payment-providers/new-provider-route.ts';
import { providerListRoute } from './routes/payment-providers/provider-list-route.ts';
import { providerRoute } from './routes/payment-providers/provider-route.ts';
import { paymentRequestListRoute } from './routes/payment-providers/request-list-route.ts';
import { newPaymentRoute } from './routes/payments/new-payment-route.ts';
import { paymentListRoute } from './routes/payments/payment-list-route.ts';
import { paymentRoute } from './routes/payments/payment-route.ts';
import { cardRoute } from './routes/plans/card-route.ts';
import { newPlanRoute } from './routes/plans/new-plan-route.ts';
import { planCompareRoute } from './routes/plans/plan-compare-route.ts';
import { planListRoute } from './routes/plans/plan-list-route.ts';
import { planMatrixRoute } from './routes/plans/plan-matrix-route.ts';
import { planRoute } from './routes/plans/plan-route.ts';
import { planTermsRoute } from './routes/plans/plan-terms-route.ts';
import { profileRoute } from './routes/profile/profile-route.ts';
import { receivableListRoute } from './routes/receivables/receivable-list-route.ts';
import { receivableRoute } from './routes/receivables/receivable-route.ts';
import { reportListRoute } from './routes/reports/report-list-route.ts';
import { reportRoute } from './routes/reports/report-route.ts';
import { reportViewRoute } from './routes/reports/report-view-route.ts';
import { requestListRoute } from './routes/requests/request-list-route.ts';
import { requestRoute } from './routes/requests/request-route.ts';
import { retentionRoute } from './routes/retention/retention-route.ts';
import { type RouterContext, rootRoute } from './routes/root-route.tsx';
import { newRuleRoute } from './routes/rules/new-rule-route.ts';
import { planRulesRoute } from './routes/rules/plan-rules-route.ts';
import { ruleListRoute } from './routes/rules/rule-list-route.ts';
import { ruleRoute } from './routes/rules/rule-route.ts';
import { scheduledWorkListRoute } from './routes/scheduled-work/scheduled-work-list-route.ts';
import { editSchemaRoute } from './routes/schemas/edit-schema-route.ts';
import { newSchemaRoute } from './routes/schemas/new-schema-route.ts';
import { schemaListRoute } from './routes/schemas/schema-list-route.ts';
import { schemaRoute } from './routes/schemas/schema-route.ts';
import { identityProviderRoute } from './routes/settings/identity-provider-route.ts';
import { newSellerRoute } from './routes/settings/new-seller-route.ts';
import { organizationRoute } from './routes/settings/organization-route.ts';
import { organizationSettingsRoute } from './routes/settings/organization-settings-route.ts';
import { sellerListRoute } from './routes/settings/seller-list-route.ts';
import { sellerRoute } from './routes/settings/seller-route.ts';
import { newSimulationRoute } from './routes/simulator/new-simulation-route.ts';
import { simulationListRoute } from './routes/simulator/simulation-list-route.ts';
import { simulationRoute } from './routes/simulator/simulation-route.ts';
import { statementRoute } from './routes/statement/statement-route.ts';
import { systemRoute } from './routes/system/system-route.ts';
import { teamRoute } from './routes/team/team-route.ts';
import { walletListRoute } from './routes/wallets/wallet-list-route.ts';
import { walletRoute } from './routes/wallets/wallet-route.ts';
import { webhookListRoute } from './routes/webhooks/webhook-list-route.ts';
import { webhookRoute } from './routes/webhooks/webhook-route.ts';
import { welcomeRoute } from './routes/welcome/welcome-route.ts';
import { parseSearch, stringifySearch } from './search.ts';

const routeTree = rootRoute.addChildren([
  accountListRoute,
  accountRoute,
  scheduleCardRoute,
  schedulePricesRoute,
  addOnListRoute,
  addOnRoute,
  alertListRoute,
  alertRoute,
  editAlertRoute,
  incidentListRoute,
  newAlertRoute,
  approvalListRoute,
  approvalPolicyRoute,
  approvalRoute,
  auditListRoute,
  auditRoute,
  configurationRoute,
  retentionRoute,
  correctionsRoute,
  billRunListRoute,
  billRunRoute,
  checkSettingsRoute,
  creditListRoute,
  creditRoute,
  grantCreditRoute,
  importCreditsRoute,
  customerListRoute,
  customerRoute,
  eventListRoute,
  eventRoute,
  featureListRoute,
  featureRoute,
  finalizationHooksRoute,
  homeRoute,
  identityProviderRoute,
  creditNoteRoute,
  invoiceExplanationRoute,
  invoiceGroupListRoute,
  invoiceGroupRoute,
  invoiceListRoute,
  invoiceRoute,
  jobListRoute,
  jobRoute,
  keyListRoute,
  importListRoute,
  importRoute,
  newImportRoute,
  newProviderRoute,
  providerListRoute,
  providerRoute,
  paymentRequestListRoute,
  mailListRoute,
  mailRoute,
  editMeterRoute,
  editSchemaRoute,
  meterCostsRoute,
  meterListRoute,
  unitCostListRoute,
  meterRoute,
  newSellerRoute,
  organizationRoute,
  organizationSettingsRoute,
  paymentListRoute,
  paymentRoute,
  cardRoute,
  migrationRoute,
  monthCloseRoute,
  newBillRunRoute,
  newMeterRoute,
  newSchemaRoute,
  newMigrationRoute,
  newPaymentRoute,
  newPlanRoute,
  newSimulationRoute,
  planCompareRoute,
  planListRoute,
  planMatrixRoute,
  planRoute,
  planTermsRoute,
  profileRoute,
  receivableListRoute,
  receivableRoute,
  journalRoute,
  journalLinesRoute,
  ledgerAccountsRoute,
  statementRoute,
  reportListRoute,
  reportRoute,
  reportViewRoute,
  newRuleRoute,
  planRulesRoute,
  ruleListRoute,
  ruleRoute,
  requestListRoute,
  requestRoute,
  scheduledWorkListRoute,
  schemaListRoute,
  schemaRoute,
  simulationListRoute,
  simulationRoute,
  sellerListRoute,
  sellerRoute,
  systemRoute,
  teamRoute,
  newTemplateRoute,
  templateListRoute,
  templateRoute,
  uncountedEventsRoute,
  walletListRoute,
  walletRoute,
  editGroupRoute,
  newGroupRoute,
  webhookListRoute,
  webhookRoute,
  welcomeRoute,
]);

export function makeRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    basepath: place.console,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    // What was typed, opened or chosen on one record never appears on the next.
    defaultRemountDeps: ({ params }) => params,
    scrollRestoration: true,
    defaultErrorComponent: ProblemPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
