import type { LedgerRows } from './row'

/** Differences in the server itself: endpoints, request handling, audit, authentication, authorization, admission. */
export const SERVER_ROWS = {
  flagz: {
    gate: 'ComponentFlagz',
    does: 'Serves /flagz, the flags of the server.',
    source: 'release notes, 1.32 and 1.36',
  },
  statusz: {
    gate: 'ComponentStatusz',
    does: 'Serves /statusz, the versions of the server, when it started and what else it tells of itself.',
    source: 'release notes, 1.32 and 1.36',
  },
  'structured-debug-pages': {
    since: 35,
    does: 'Answers /flagz and /statusz with an object, too, for clients that accept config.orch.io/v1alpha1.',
    source: 'release notes, 1.35',
  },
  'debug-pages-beta': {
    since: 36,
    does: 'Answers /flagz and /statusz in config.orch.io/v1beta1, too, and warns of v1alpha1.',
    source: 'release notes, 1.36',
  },
  'validating-admission-policies': {
    gate: 'ValidatingAdmissionPolicy',
    does: 'Follows validating admission policies that are bound.',
    source: 'release notes, 1.26, 1.28 and 1.30',
  },
  'mutating-admission-policies': {
    gate: 'MutatingAdmissionPolicy',
    does: 'Follows mutating admission policies that are bound.',
    source: 'release notes, 1.32 and 1.34',
  },
  'policy-type-checking': {
    since: 27,
    gate: 'ValidatingAdmissionPolicy',
    does: 'Checks the expressions of validating policies against the types that they are for.',
    source: 'release notes, 1.27 and 1.28',
  },
  'webhook-match-conditions': {
    gate: 'AdmissionWebhookMatchConditions',
    does: 'Asks a webhook only where its match conditions hold.',
    source: 'release notes, 1.27 and 1.28',
  },
  'authentication-configuration': {
    gate: 'StructuredAuthenticationConfiguration',
    does: 'Reads issuers of tokens from the file of --authentication-config.',
    source: 'release notes, 1.29, 1.30 and 1.34',
  },
  'authorization-configuration': {
    gate: 'StructuredAuthorizationConfiguration',
    does: 'Reads authorizers from the file of --authorization-config.',
    source: 'release notes, 1.29, 1.30 and 1.32',
  },
  'anonymous-configuration': {
    gate: 'AnonymousAuthConfigurableEndpoints',
    does: 'Reads from the authentication configuration which paths anonymous requests may ask for.',
    source: 'release notes, 1.31, 1.32 and 1.34',
  },
  'own-node-selectors': {
    gate: 'AuthorizeNodeWithSelectors',
    does: 'Lets nodes read only their own node object and the pods that run on them.',
    source: 'release notes, 1.31, 1.32 and 1.34',
  },
  'review-selectors': {
    gate: 'AuthorizeWithSelectors',
    does: 'Tells authorization webhooks of the selectors of lists and watches.',
    source: 'release notes, 1.31, 1.32 and 1.34',
  },
  'configuration-reload': {
    since: 30,
    does: 'Follows changes of the authentication and the authorization configuration.',
    source: 'release notes, 1.30',
  },
  'jwt-credential-id': {
    since: 32,
    does: 'The id of a JSON web token is its credential id in the extra values of its user.',
    source: 'release notes, 1.32',
  },
  'reserved-extra-keys': {
    since: 32,
    does: 'Claims are not mapped to extra values of the domains of the system.',
    source: 'release notes, 1.32',
  },
  'claims-by-escaped-names': {
    since: 34,
    does: 'Expressions find claims and extra values by escaped names, such as claims.example__dot__com.',
    source: 'release notes, 1.34',
  },
  'claims-with-fractions': {
    since: 34,
    does: 'All numbers in claims are doubles to expressions, not only those with a fraction.',
    source: 'release notes, 1.34',
  },
  'self-link': {
    endedBy: 'RemoveSelfLink',
    does: 'Answers carry metadata.selfLink, the path of the object or list.',
    source: 'release notes, 1.20',
  },
  'livez-and-readyz': {
    since: 16,
    does: 'Serves /livez and /readyz, with each of their checks by name, beside /healthz.',
    source: 'resource API, "Health endpoints"',
  },
  'apply-errors-name-the-object': {
    since: 23,
    does: 'Names the object and its version in the error for an applied field that its type does not have.',
    source: 'release notes, 1.23',
  },
  'openapi-v3': {
    gate: 'OpenAPIV3',
    does: 'Serves /openapi/v3, one document for each group and version.',
    source: 'resource API, "Path shapes"',
  },
  'openapi-enums': {
    gate: 'OpenAPIEnums',
    does: 'OpenAPI documents tell the values of built-in fields that have few.',
    source: 'release notes, 1.23',
  },
  'openapi-enums-of-elements': {
    since: 30,
    does: 'OpenAPI documents tell the values of elements of lists and maps, too, where they tell values at all.',
    source: 'release notes, 1.30',
  },
  'aggregated-discovery': {
    gate: 'AggregatedDiscoveryEndpoint',
    does: 'Answers /api and /apis with every resource of every group, for clients that accept an APIGroupDiscoveryList.',
    source: 'release notes, 1.26',
  },
  'aggregated-discovery-v2': {
    since: 30,
    does: 'An APIGroupDiscoveryList can be had as v2, too.',
    source: 'release notes, 1.30',
  },
  'aggregated-discovery-without-beta': {
    gate: 'AggregatedDiscoveryRemoveBetaType',
    does: 'An APIGroupDiscoveryList can be had as v2 only, no longer as v2beta1.',
    source: 'release notes, 1.33',
  },
  'discovery-singular-names': {
    since: 27,
    does: 'Discovery tells the singular names of built-in resources; earlier releases leave them empty.',
    source: 'release notes, 1.27',
  },
  'warning-headers': {
    gate: 'WarningHeaders',
    does: 'Sends warnings to the client in Warning headers.',
    source: 'resource API, "Headers and media types"',
  },
  'deprecation-warnings': {
    since: 19,
    does: 'Warns of calls to deprecated versions, annotates their audit events and counts them in a metric.',
    source: 'resource API, "Versioning"',
  },
  'issuer-discovery': {
    gate: 'ServiceAccountIssuerDiscovery',
    does: 'Serves the OpenID discovery document and the key set of the service account issuer.',
    source: 'authentication document, "Endpoints"',
  },
  'dry-run': {
    gate: 'DryRun',
    does: 'Accepts dryRun=All on writes.',
    source: 'resource API, "Dry-run"',
  },
  'watch-bookmarks': {
    gate: 'WatchBookmark',
    does: 'Sends BOOKMARK events to watches that allow them.',
    source: 'resource API, "Change tracking"',
  },
  'watch-list-checked': {
    since: 27,
    does: 'Checks the sendInitialEvents parameter, whether or not the gate WatchList is on.',
    source: 'release notes, 1.27',
  },
  'watch-list': {
    gate: 'WatchList',
    does: 'Watches with sendInitialEvents begin with everything that exists, and end it with a bookmark.',
    source: 'release notes, 1.27 and 1.32',
  },
  'storage-version-hash': {
    gate: 'StorageVersionHash',
    does: 'Publishes storageVersionHash in the resource lists of discovery.',
    source: 'resource API, "Path shapes"',
  },
  'field-validation': {
    since: 23,
    does: 'Checks the fieldValidation parameter of writes, whether or not the gate is on.',
    source: 'resource API, "Field validation"',
  },
  'merge-patch-errors': {
    since: 23,
    does: 'Answers an unreadable merge patch with BadRequest; earlier servers gave no reason.',
    source: 'release notes, 1.23',
  },
  'namespace-set-before-admission': {
    since: 24,
    does: 'Fills in metadata.namespace from the path before mutating admission sees a new object.',
    source: 'release notes, 1.24',
  },
  'duplicate-owner-references-dropped': {
    since: 20,
    does: 'Drops owner references that are listed twice and warns about them.',
    source: 'release notes, 1.20',
  },
  'invalid-managed-fields-restored': {
    since: 21,
    does: 'Restores the previous managedFields when admission leaves invalid ones, and warns; earlier servers refuse.',
    source: 'release notes, 1.21',
  },
  'managed-fields-entry-errors': {
    since: 22,
    does: 'Errors about managedFields name the entry, and manager names are validated.',
    source: 'release notes, 1.22',
  },
  'managed-fields-subresource': {
    since: 22,
    does: 'Entries of managedFields record the subresource that was written.',
    source: 'resource API, "Field-ownership apply"',
  },
  'scale-ownership': {
    since: 21,
    does: 'Records a write to /scale as ownership of spec.replicas in the scaled object.',
    source: 'resource API, "Field-ownership apply"',
  },
  'ownership-limited-to-endpoint': {
    since: 21,
    does: 'A writer owns only the fields that its endpoint can change.',
    source: 'release notes, 1.21',
  },
  'applied-list-order': {
    since: 25,
    does: 'Merged lists follow the order of the applied configuration instead of the live object.',
    source: 'release notes, 1.25',
  },
  'tables-of-parts': {
    since: 24,
    does: 'Answers with a table of a subresource such as status; earlier releases have no table of it.',
    source:
      'published sources: none has one up to 1.23, all have one from 1.25 on; 1.24 is the release that brought --subresource to clients',
  },
  'granular-merge-markers': {
    since: 21,
    does: 'Merges some lists and maps by their members that earlier releases replace as a whole.',
    source: 'release notes, 1.21',
  },
  'impersonate-uid': {
    since: 22,
    does: 'Reads the Impersonate-Uid header.',
    source: 'authentication document, "Methods"',
  },
  'audit-policy-beta-versions': {
    removed: 24,
    does: 'Reads audit policies of audit.orch.io/v1beta1 and v1alpha1.',
    source: 'release notes, 1.24',
  },
  'node-config-source-references': {
    removed: 24,
    does: 'The node authorizer lets a node read the ConfigMap that its configSource names.',
    source: 'authentication document, "Authorization"',
  },
  'legacy-token-secrets': {
    endedBy: 'LegacyServiceAccountTokenNoAutoGeneration',
    does: 'Creates a token secret for every service account.',
    source: 'authentication document, "Service accounts"',
  },
  'root-ca-config-map': {
    gate: 'RootCAConfigMap',
    does: 'Publishes the ConfigMap orch-root-ca.crt in every namespace.',
    source: 'authentication document, "Service accounts"',
  },
  'projected-token-volume-without-gate': {
    since: 20,
    removed: 21,
    does: 'Injects the projected token volume although BoundServiceAccountTokenVolume is off by default.',
    source: 'admission document, "ServiceAccount"',
  },
  'token-request-completed-before-validation': {
    since: 24,
    does: 'Completes a TokenRequest, with the names from its path, before validating it.',
    source: 'release notes, 1.24',
  },
  'audit-any-group': {
    since: 36,
    does: 'The group * in a rule of an audit policy stands for all groups.',
    source: 'release notes, 1.36',
  },
  'fail-open-annotations': {
    since: 24,
    does: 'Annotates the audit event when a webhook fails and its failurePolicy is Ignore.',
    source: 'admission document, "Events"',
  },
  'owner-references-wildcard-check': {
    since: 21,
    does: 'OwnerReferencesPermissionEnforcement first asks for permission on finalizers of everything.',
    source: 'release notes, 1.21',
  },
  'always-pull-images-keeps-running-pods': {
    since: 21,
    does: 'AlwaysPullImages leaves updates alone that do not change an image.',
    source: 'release notes, 1.21',
  },
  'stable-topology-labels': {
    since: 17,
    does: 'PersistentVolumeLabel writes topology.orch.io labels instead of failure-domain.beta.orch.io.',
    source: 'admission document, "PersistentVolumeLabel"',
  },
  'certificate-signing-covers-conditions': {
    since: 19,
    does: 'CertificateSigning also checks writers of conditions, not only of the certificate.',
    source: 'admission document, "CertificateSigning"',
  },
} as const satisfies LedgerRows
