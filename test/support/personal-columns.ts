/**
 * What becomes of each column that can hold a text, when a person is erased whom it tells of:
 *
 * erased        its row is the customer's, an account's or contact's, and it becomes a pseudonym or goes
 * swept         it is searched for the person's texts and ids, and goes where it has one
 * documents     kept as long as the law wants it: invoices, orders, payments, and what was asked for them
 * usage         kept as evidence of what was billed, until EVENT_RETENTION_DAYS is over
 * configuration the organization's own words about its own things
 * ids           what things are known by; also keys that a caller gave to something that is kept
 * words         of a fixed set, or made by the service of nothing personal
 * hashes        digests, and secrets that are sealed
 */
export const TREATMENTS = [
  ...(['erased', 'swept', 'documents', 'usage', 'configuration', 'ids', 'words', 'hashes'] as const),
];
type Treatment = (typeof TREATMENTS)[number];

export const PERSONAL_COLUMNS: Record<string, Partial<Record<Treatment, string>>> = {
  account_aliases: { ids: 'account_id', erased: 'value' },
  account_cycles: { ids: 'account_id schedule_id meter_id' },
  account_hours: { ids: 'account_id meter_id' },
  accounts: {
    ids: 'id platform_id customer_id',
    words: 'invoice_currency status',
    erased: 'name address primary_email metadata tags email_recipients additional_email_recipients tax_ids',
  },
  add_ons: { ids: 'id', configuration: 'name billable_name', words: 'type status' },
  advance_adjustments: { ids: 'id account_id invoice_id', documents: 'card setting' },
  advance_charges: { ids: 'account_id schedule_id invoice_id', documents: 'card_name charge' },
  alert_channels: { ids: 'alert_id webhook_id', erased: 'email' },
  alerts: { ids: 'id template_id account_id entity_id', words: 'status', configuration: 'description' },
  api_keys: {
    ids: 'id prefix parent_id',
    configuration: 'name',
    words: 'scopes status role',
    hashes: 'secret_hash',
  },
  audit_chains: { hashes: 'hash' },
  audit_exports: { ids: 'id file_id', words: 'format status failure filters' },
  audit_log: {
    ids: 'actor_id actor_contact request_id',
    words: 'actor_type operation_id entity_type action',
    erased: 'entity_id before after actor_address',
  },
  audit_results: { words: 'audit pass', ids: 'examples' },
  audit_seals: { hashes: 'previous_hash hash erased_hash' },
  seller_entities: {
    ids: 'id logo_file_id',
    configuration: 'name address email tax_ids bank_details payment_instructions',
  },
  // For an hour: processes forget what they knew by it.
  catalog_changes: { words: 'kind', ids: 'key' },
  charge_give_backs: {
    ids: 'account_id invoice_id line_id key note_id',
    words: 'of way',
    documents: 'correction',
  },
  contact_accounts: { ids: 'username account_id' },
  contacts: {
    ids: 'username customer_id created_by login_granted_by',
    erased: 'preferred_username name email phone password_hash',
    words: 'mode',
  },
  credit_holds: { ids: 'credit_id invoice_id' },
  credit_transactions: { ids: 'id credit_id invoice_id entity_id settlement_key', words: 'transaction_type' },
  credit_uses: { ids: 'credit_id invoice_id line_id' },
  credits: {
    ids: 'id account_id customer_id applicable_entity_ids grantor_id idempotency_key replaced_key',
    documents: 'purpose',
    words: 'status credit_unit',
  },
  currency_rates: { words: 'currency' },
  customers: {
    ids: 'id platform_id',
    erased: 'name primary_email address tax_ids',
    words: 'status',
  },
  scheduled_work: { words: 'kind reason state', ids: 'key payload', swept: 'last_error' },
  erasures: { ids: 'id customer_id username ids', swept: 'texts captured', words: 'status' },
  event_contexts: {
    hashes: 'content',
    ids: 'schema_name account_id customer_id schedule_id meter_ids',
    erased: 'facts',
  },
  event_schemas: {
    ids: 'name',
    words: 'status',
    configuration: 'description attributes dimensions enrichments filter_fields event_id_template',
  },
  event_sequences: { words: 'kind', ids: 'resource_id' },
  events: { hashes: 'event_id', usage: 'vals units detail' },
  feature_associations: { ids: 'schema_name feature_id', configuration: 'attribute_name' },
  feature_credit_entries: {
    ids: 'account_id feature_id id schedule_id',
    words: 'source status invoice_timing',
  },
  feature_debits: { ids: 'account_id feature_id entry_id' },
  feature_wallets: { ids: 'account_id feature_id' },
  features: { ids: 'id', configuration: 'name billable_name' },
  files: {
    ids: 'id owner_id storage_key',
    words: 'kind content_type',
    configuration: 'name',
    hashes: 'sha256',
  },
  finalization_calls: {
    ids: 'id invoice_id lease',
    words: 'kind status last_error',
    hashes: 'digest',
    documents: 'content answer',
  },
  finalization_hooks: { ids: 'id', words: 'kind', configuration: 'url', hashes: 'secrets' },
  idempotency_keys: {
    ids: 'subject path',
    words: 'operation',
    swept: 'key response_body response_headers body_hash',
  },
  import_rows: { ids: 'import_id entity_id', words: 'status', swept: 'error' },
  imports: {
    ids: 'id file_id lease result_file_id requested_by',
    words: 'type status delimiter',
    swept: 'columns defaults failure failure_cause',
  },
  incidents: { ids: 'id alert_id template_id scope_key closed_by', words: 'status' },
  invoice_allocations: { ids: 'invoice_id account_id payment_id', words: 'kind' },
  invoice_group_members: { ids: 'group_id account_id' },
  invoice_groups: { ids: 'id', erased: 'name email address tax_ids', words: 'invoice_currency' },
  invoice_prints: { ids: 'invoice_id template_id', documents: 'data' },
  invoice_sequences: { words: 'scope period' },
  invoice_template_versions: { ids: 'template_id', configuration: 'content' },
  invoice_templates: { ids: 'id', configuration: 'name', words: 'status' },
  invoices: {
    ids:
      'id account_id customer_id schedule_id plan_id pdf_file_id bill_run_id group_id merged_into owner_id ' +
      'idempotency_key sequence_id sequence_scope',
    words: 'invoice_class invoice_type status finalizing_status currency',
    documents:
      'inputs document details customer_name account_name metadata info miscellaneous_charges request',
  },
  job_entries: { ids: 'job_id entity_id metadata', words: 'status', swept: 'last_error' },
  jobs: { ids: 'id metadata', words: 'type status decision entry_kind' },
  known_aliases: { erased: 'value' },
  late_usage: { ids: 'account_id schedule_id invoice_id' },
  ledger_movements: { ids: 'account_id', words: 'kind currency' },
  ledger_postings: { words: 'book' },
  license_updates: {
    ids: 'account_id license_id idempotency_key',
    words: 'update_type',
    usage: 'metadata request',
  },
  mail_attempts: {
    ids: 'mail_id message_id',
    words: 'way',
    erased: 'accepted refused answer error',
  },
  mails: {
    ids: 'id invoice_id account_id file_id requested_by lease alert_id',
    words: 'status',
    erased: 'to_addresses cc_addresses remaining refused error',
    swept: 'reply_to subject text_body html_body',
    hashes: 'secret',
  },
  named_license_entries: { ids: 'id account_id license_id', usage: 'name' },
  named_license_marks: { ids: 'account_id license_id', usage: 'name', words: 'action' },
  named_licenses: { ids: 'account_id license_id' },
  organization_currencies: { words: 'currency' },
  organizations: {
    ids: 'id',
    words: 'environment status timezone base_currency rounding_mode',
    configuration: 'name address primary_email metadata',
  },
  payment_connection_countries: { words: 'country', ids: 'connection_id' },
  payment_connections: {
    ids: 'id',
    words: 'kind behaviour',
    configuration: 'name url',
    hashes: 'secrets',
  },
  payment_records: { ids: 'payment_id target_id', words: 'type' },
  payment_refunds: {
    ids: 'id invoice_id payment_id request_id provider_id',
    words: 'currency status',
    documents: 'failure_reason',
  },
  payment_requests: {
    ids: 'id invoice_id account_id provider_id payment_id connection_id',
    words: 'provider currency status',
    documents: 'payment_link failure_reason',
  },
  payments: {
    ids: 'id account_id created_by reversed_by request_id',
    words: 'source_type currency status',
    documents:
      'source_name transaction_number reference_description reference_metadata description notes ' +
      'reversal_reason',
  },
  pending_files: { ids: 'storage_key' },
  portal_attempts: { words: 'kind', hashes: 'subject' },
  portal_password_tokens: { hashes: 'token_hash', ids: 'username', erased: 'email' },
  portal_tokens: { ids: 'jti customer_id username api_key_id account_ids', words: 'mode' },
  price_plan_versions: {
    ids: 'plan_id reference_id',
    words: 'status supported_currencies active_currencies',
    configuration: 'description pricing_cycle_config',
  },
  price_plans: { ids: 'id', configuration: 'name', words: 'type status' },
  pricing_rules: {
    ids: 'reference_id id',
    words: 'invoice_timing',
    configuration: 'name condition computation action',
  },
  provider_calls: {
    ids: 'id target_id lease connection_id',
    words: 'kind status last_error',
    documents: 'content',
  },
  provider_events: {
    ids: 'id target_id connection_id',
    words: 'type outcome reason',
    documents: 'content',
  },
  purchases: {
    ids: 'id account_id plan_id idempotency_key invoice_id schedule_id',
    words: 'type status payment_mode currency',
    documents: 'rate_card_quantities purchase_plan_override association_override request sale comment',
  },
  rate_cards: {
    ids: 'reference_id billable_id',
    words: 'type invoice_timing',
    configuration: 'name display_name tag details',
  },
  replacement_events: { ids: 'job_id', usage: 'event' },
  report_templates: { ids: 'id', configuration: 'name query_input', words: 'status frequency' },
  reports: {
    ids: 'id account_id whose report_template_id file_id',
    words: 'type status',
    swept: 'name query_input failure failure_cause',
  },
  schedule_drafts: { ids: 'account_id', documents: 'edited_ranges' },
  schedule_timelines: { ids: 'account_id' },
  schedules: {
    ids: 'id account_id plan_id override_reference_id',
    words: 'mode time_zone',
    documents: 'cycle_config resolved_cycle',
  },
  settings: {
    words: 'namespace entity_type data_type',
    ids: 'id entity_id address',
    erased: 'name value',
  },
  upcoming_charges: { ids: 'account_id', documents: 'items' },
  usage: { ids: 'meter_id account_id', usage: 'key' },
  usage_deltas: { usage: 'units1 units2 units3 units4' },
  usage_meters: {
    ids: 'id event_schema_name',
    words: 'type aggregation status',
    configuration: 'name billable_name description filters computations unit',
  },
  waiting_events: { ids: 'account_ref schema_name' },
  wallet_auto_topups: { ids: 'id account_id purchase_id invoice_id', words: 'status' },
  wallet_entries: {
    ids: 'id account_id entity_id',
    words: 'transaction_type status',
    documents: 'description',
  },
  wallets: { ids: 'account_id id', words: 'status' },
  webhook_attempts: { ids: 'endpoint_id event_id', words: 'error request_head response_head' },
  webhook_deliveries: { ids: 'endpoint_id event_id lease', words: 'status', swept: 'text' },
  webhook_endpoints: {
    ids: 'id',
    configuration: 'url description',
    words: 'types status disabled_reason format',
    hashes: 'secrets',
  },
  webhook_events: { ids: 'id resource_id', words: 'type kind', swept: 'object previous' },
  wiped_files: { ids: 'storage_key' },
};

/** Not of organizations: nothing of a person comes here. */
export const COLUMNS_OF_THE_SERVICE: Record<string, string> = {
  deployment_secrets: 'name value',
  schema_migrations: 'name checksum',
  'graphile_worker._private_job_queues': 'queue_name locked_by',
  'graphile_worker._private_jobs': 'payload last_error key locked_by flags',
  'graphile_worker._private_known_crontabs': 'identifier',
  'graphile_worker._private_tasks': 'identifier',
};

/** `table.column` to what becomes of it. */
export function treatments(): Map<string, Treatment> {
  return new Map(
    Object.entries(PERSONAL_COLUMNS).flatMap(([table, kinds]) =>
      Object.entries(kinds).flatMap(([treatment, columns]) =>
        columns.split(' ').map((column) => [`${table}.${column}`, treatment as Treatment] as const),
      ),
    ),
  );
}
