import { behaves, existsAt } from '../../api/releases/ledger'
import type { ReleaseSpan } from '../../api/releases/ledger/row'
import { type ConfigShape, TYPE_FIELDS } from '../../machinery/config-shape'

/** The content of `--authorization-config` as written (configuration API of the server, `AuthorizationConfiguration`). */
export interface AuthorizationFile {
  readonly authorizers?: readonly AuthorizerEntry[]
}
/** An authorizer in an AuthorizationConfiguration as written: unchecked. */
export interface AuthorizerEntry {
  readonly type?: string
  readonly name?: string
  readonly webhook?: WebhookEntry
}
/** Durations are texts such as `5m`. */
export interface WebhookEntry {
  readonly authorizedTTL?: string
  readonly cacheAuthorizedRequests?: boolean
  readonly unauthorizedTTL?: string
  readonly cacheUnauthorizedRequests?: boolean
  readonly timeout?: string
  readonly subjectAccessReviewVersion?: string
  readonly matchConditionSubjectAccessReviewVersion?: string
  readonly failurePolicy?: string
  readonly connectionInfo?: { readonly type?: string; readonly kubeConfigFile?: string }
  readonly matchConditions?: readonly { readonly expression?: string }[]
}

const VERSIONS: readonly (readonly [version: string, span: ReleaseSpan])[] = [
  ['v1', { since: 32 }],
  ['v1beta1', { since: 30 }],
  ['v1alpha1', { since: 29 }],
]

/** The fields that the file may have in a release. */
export function authorizationForm(release: number) {
  const webhook: ConfigShape = {
    fields: {
      authorizedTTL: 'string',
      unauthorizedTTL: 'string',
      timeout: 'string',
      subjectAccessReviewVersion: 'string',
      matchConditionSubjectAccessReviewVersion: 'string',
      failurePolicy: 'string',
      connectionInfo: { fields: { type: 'string', kubeConfigFile: 'string' } },
      matchConditions: { list: { fields: { expression: 'string' } } },
      ...(behaves('authorization-cache-switches', release) && {
        cacheAuthorizedRequests: 'boolean',
        cacheUnauthorizedRequests: 'boolean',
      }),
    },
  }
  const shape: ConfigShape = {
    fields: { ...TYPE_FIELDS, authorizers: { list: { fields: { type: 'string', name: 'string', webhook } } } },
  }
  return {
    kind: 'AuthorizationConfiguration',
    versions: VERSIONS.filter(([, span]) => existsAt(span, release)).map(
      ([version]) => `apiserver.config.orch.io/${version}`,
    ),
    shape,
  }
}
