/** The Prometheus type of a metric. */
export type MetricType = 'counter' | 'gauge' | 'histogram'
/** Name, type and help of a metric, and the releases that have it. */
export interface MetricDefinition {
  readonly name: string
  readonly type: MetricType
  readonly help: string
  readonly stability: 'STABLE' | 'ALPHA'
  /** Minor number of the first release that has it; absent if all have it. */
  readonly since?: number
  /** Release from which it is deprecated; it is hidden three minor releases later (resource API, "Metrics"). */
  readonly deprecatedSince?: string
}

/** Upper bounds of the histogram buckets, in seconds. */
export const BUCKETS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
]

/** Every metric that the server reports. */
export const METRICS: readonly MetricDefinition[] = [
  {
    name: 'apiserver_request_total',
    type: 'counter',
    stability: 'STABLE',
    help: 'Requests by verb, dry run, group, version, resource, scope, component, content type and code.',
  },
  {
    name: 'apiserver_request_duration_seconds',
    type: 'histogram',
    stability: 'STABLE',
    help: 'Time to answer in seconds, watches left out.',
  },
  {
    name: 'apiserver_requested_deprecated_apis',
    type: 'gauge',
    stability: 'STABLE',
    help: 'Deprecated APIs that have been requested, by group, version, resource, subresource and removed_release.',
  },
  {
    name: 'apiserver_registered_watchers',
    type: 'gauge',
    stability: 'ALPHA',
    help: 'Open watches by group, version and kind.',
  },
  { name: 'apiserver_current_inflight_requests', type: 'gauge', stability: 'STABLE', help: 'Requests under way.' },
  { name: 'apiserver_storage_objects', type: 'gauge', stability: 'STABLE', help: 'Stored objects by resource.' },
  {
    name: 'etcd_object_counts',
    type: 'gauge',
    stability: 'ALPHA',
    help: 'Stored objects by resource.',
    deprecatedSince: '1.22',
  },
  {
    name: 'apiserver_admission_step_admission_duration_seconds',
    type: 'histogram',
    stability: 'STABLE',
    help: 'Time of the admission phases.',
  },
  {
    name: 'apiserver_admission_controller_admission_duration_seconds',
    type: 'histogram',
    stability: 'STABLE',
    help: 'Time of each admission plugin.',
  },
  {
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    type: 'histogram',
    stability: 'STABLE',
    help: 'Time of each webhook.',
  },
  {
    name: 'apiserver_admission_webhook_rejection_count',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Refusals by webhooks, by name, operation, type, error_type and rejection_code.',
  },
  {
    name: 'apiserver_admission_webhook_request_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Calls of webhooks, by name, type, operation, code and whether the request was rejected.',
    since: 23,
  },
  {
    name: 'apiserver_admission_webhook_fail_open_count',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Calls of webhooks that failed and were ignored, by name and type.',
    since: 24,
  },
  { name: 'apiserver_audit_event_total', type: 'counter', stability: 'ALPHA', help: 'Audit events written.' },
  {
    name: 'apiserver_audit_error_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Audit events that could not be written, by plugin.',
  },
  {
    name: 'serviceaccount_legacy_auto_token_uses_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Uses of tokens in secrets that a controller created.',
    since: 29,
  },
  {
    name: 'serviceaccount_legacy_manual_token_uses_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Uses of tokens in secrets that a person created.',
    since: 29,
  },
  {
    name: 'serviceaccount_invalid_legacy_auto_token_uses_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Uses of tokens in secrets that are marked as unused.',
    since: 28,
  },
  {
    name: 'apiserver_audit_requests_rejected_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Requests refused because their audit event was lost.',
  },
  {
    name: 'apiserver_audit_level_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Requests by the level at which they are recorded.',
  },
  {
    name: 'apiserver_authentication_config_controller_automatic_reloads_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Reloads of the authentication configuration by status.',
    since: 30,
  },
  {
    name: 'apiserver_authorization_config_controller_automatic_reloads_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Reloads of the authorization configuration by status.',
    since: 30,
  },
  {
    name: 'apiserver_authorization_decisions_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Decisions of authorizers by type, name and decision.',
    since: 30,
  },
  {
    name: 'apiserver_authorization_webhook_evaluations_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Calls of authorization webhooks by name and result.',
    since: 30,
  },
  {
    name: 'apiserver_authorization_webhook_evaluations_fail_open_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Calls of authorization webhooks that failed and left the decision to others, by name and result.',
    since: 30,
  },
  {
    name: 'apiserver_authorization_match_condition_evaluation_errors_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Requests whose match conditions could not be evaluated, by type and name of the authorizer.',
    since: 30,
  },
  {
    name: 'apiserver_authorization_match_condition_exclusions_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Requests that a match condition kept from an authorizer, by its type and name.',
    since: 30,
  },
  {
    name: 'apiserver_mutating_admission_policy_check_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Mutations of admission policies by policy, binding and error type.',
    since: 34,
  },
  {
    name: 'apiserver_validating_admission_policy_check_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Validations of admission policies that do not hold, by policy, binding, error type and enforcement action.',
    since: 30,
  },
]
