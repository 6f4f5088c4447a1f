import { flag, type FlagDefinition } from '../machinery/flag-definition'
import type { FlagName } from '../machinery/flag-name'

/** RBAC applies unless a flag says otherwise; the documents leave the default open. */
export const DEFAULT_AUTHORIZATION_MODE = 'Node,RBAC'

/** Flags of authorization, admission and audit. */
export const ACCESS_FLAGS: readonly FlagDefinition<FlagName>[] = [
  // Authorization
  flag('authorization-mode', 'list', 'Authorizers in order: Node, RBAC, ABAC, Webhook, AlwaysAllow, AlwaysDeny.', {
    default: DEFAULT_AUTHORIZATION_MODE,
  }),
  flag(
    'authorization-config',
    'file',
    'AuthorizationConfiguration: authorizers in order. Replaces --authorization-mode and --authorization-webhook-*.',
  ),
  flag('authorization-policy-file', 'file', 'Policy file of the ABAC authorizer.'),
  flag('authorization-webhook-config-file', 'file', 'Client configuration file for the authorization webhook.'),
  flag('authorization-webhook-version', 'string', 'Version of SubjectAccessReview sent.', {
    default: 'v1beta1',
    oneOf: ['v1', 'v1beta1'],
  }),
  flag(
    'authorization-webhook-cache-authorized-ttl',
    'duration',
    'How long allowed decisions of the webhook are cached.',
    { default: '5m' },
  ),
  flag(
    'authorization-webhook-cache-unauthorized-ttl',
    'duration',
    'How long other decisions of the webhook are cached.',
    { default: '30s' },
  ),
  // Admission
  flag('enable-admission-plugins', 'list', 'Plugins to enable besides the defaults.', { repeatable: true }),
  flag('disable-admission-plugins', 'list', 'Plugins to disable.', { repeatable: true }),
  flag('admission-control-config-file', 'file', 'Configuration of admission plugins.'),
  flag('default-not-ready-toleration-seconds', 'integer', 'Seconds that pods tolerate a not-ready node by default.', {
    default: '300',
  }),
  flag(
    'default-unreachable-toleration-seconds',
    'integer',
    'Seconds that pods tolerate an unreachable node by default.',
    {
      default: '300',
    },
  ),
  flag('allow-privileged', 'boolean', 'Allows privileged containers.', { default: 'true' }),
  // Audit
  flag('audit-policy-file', 'file', 'Audit policy: which requests are recorded, and in what detail.'),
  flag('audit-events-kept', 'integer', 'Maximum audit events kept in memory.', { default: '5000' }),
]
