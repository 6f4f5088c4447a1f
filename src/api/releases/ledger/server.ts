import type { LedgerRows } from './row'

/** Differences in the server itself: endpoints, request handling, audit, authentication, authorization, admission. */
export const SERVER_ROWS = {
  'routes-list-representations': {
    since: 25,
    does: 'An error about a form that no route answers with lists those that the route has.',
    source: 'published source of the release, and of its router',
  },
  'owners-of-old-object': {
    since: 23,
    does: 'Admission sees managedFields of the stored object when it changes; earlier releases leave them out.',
    source: 'release notes, 1.23',
  },
  'timeout-checked': {
    since: 21,
    does: 'Refuses a request whose timeout parameter is no duration; earlier releases ignore the parameter.',
    source: 'seen in real servers',
  },
  flagz: {
    gate: 'ComponentFlagz',
    does: 'Serves /flagz, which shows the flags of the server.',
    source: 'release notes, 1.32 and 1.36',
  },
  statusz: {
    gate: 'ComponentStatusz',
    does: 'Serves /statusz, which shows the server’s versions, its start time and more.',
    source: 'release notes, 1.32 and 1.36',
  },
  'structured-debug-pages': {
    since: 35,
    does: 'Also serves /flagz and /statusz as objects, for clients that accept config.orch.io/v1alpha1.',
    source: 'release notes, 1.35',
  },
  'debug-pages-beta': {
    since: 36,
    does: 'Also serves /flagz and /statusz as config.orch.io/v1beta1, and warns that v1alpha1 is deprecated.',
    source: 'release notes, 1.36',
  },
  'webhook-match-conditions': {
    gate: 'AdmissionWebhookMatchConditions',
    does: 'Calls a webhook only for requests that meet its match conditions.',
    source: 'release notes, 1.27 and 1.28',
  },
  'authentication-configuration': {
    gate: 'StructuredAuthenticationConfiguration',
    does: 'Reads token issuers from the file named by --authentication-config.',
    source: 'release notes, 1.29, 1.30 and 1.34',
  },
  'authorization-configuration': {
    gate: 'StructuredAuthorizationConfiguration',
    does: 'Reads authorizers from the file named by --authorization-config.',
    source: 'release notes, 1.29, 1.30 and 1.32',
  },
  'authorization-cache-switches': {
    since: 34,
    does: 'The authorization configuration may turn the caches of a webhook off.',
    source: 'release notes, 1.34',
  },
  'anonymous-configuration': {
    gate: 'AnonymousAuthConfigurableEndpoints',
    does: 'The authentication configuration can limit anonymous requests to certain paths.',
    source: 'release notes, 1.31, 1.32 and 1.34',
  },
  'own-node-selectors': {
    gate: 'AuthorizeNodeWithSelectors',
    does: 'Lets nodes read only their own node object and the pods that run on them.',
    source: 'release notes, 1.31, 1.32 and 1.34',
  },
  'review-selectors': {
    gate: 'AuthorizeWithSelectors',
    does: 'Sends the selectors of lists and watches to authorization webhooks.',
    source: 'release notes, 1.31, 1.32 and 1.34',
  },
  'configuration-reload': {
    since: 30,
    does: 'Reloads the authentication and authorization configuration files when they change.',
    source: 'release notes, 1.30',
  },
  'jwt-credential-id': {
    since: 32,
    does: 'The ID of a JSON web token is added to the extra values of its user as the credential ID.',
    source: 'release notes, 1.32',
  },
  'streams-need-create': {
    gate: 'AuthorizePodWebsocketUpgradeCreatePermission',
    does: 'exec, attach and portforward with GET also need the permission to create them.',
    source: 'release notes, 1.35',
  },
  'constrained-impersonation': {
    gate: 'ConstrainedImpersonation',
    does: 'Impersonation can be limited to some users and requests, with the verbs impersonate:MODE and impersonate-on:MODE:VERB.',
    source: 'release notes, 1.35 and 1.36',
  },
  'certificate-uids': {
    gate: 'AllowParsingUserUIDFromCertAuth',
    does: 'The UID in the subject of a client certificate is the UID of its user.',
    source: 'release notes, 1.33',
  },
  'token-ids': {
    gate: 'ServiceAccountTokenJTI',
    does: 'Tokens of service accounts have an ID, which is the credential ID of their user.',
    source: 'release notes, 1.29, 1.30 and 1.32',
  },
  'pod-tokens-name-nodes': {
    gate: 'ServiceAccountTokenPodNodeInfo',
    does: 'Tokens bound to a pod contain the name and UID of its node.',
    source: 'release notes, 1.29, 1.30 and 1.32',
  },
  'tokens-bound-to-nodes-known': {
    since: 29,
    does: 'Token requests know nodes as bound objects.',
    source: 'release notes, 1.29',
  },
  'tokens-bound-to-nodes': {
    gate: 'ServiceAccountTokenNodeBinding',
    does: 'Tokens can be bound to a node.',
    source: 'release notes, 1.29, 1.31 and 1.33',
  },
  'tokens-end-with-nodes': {
    gate: 'ServiceAccountTokenNodeBindingValidation',
    does: 'A token bound to a node is invalid after the node was deleted.',
    source: 'release notes, 1.29, 1.30 and 1.32',
  },
  'token-request-uid': {
    since: 34,
    does: 'A token request can contain the UID of its service account, and is answered with it.',
    source: 'release notes, 1.34',
  },
  'token-request-uid-checked': {
    gate: 'TokenRequestServiceAccountUIDValidation',
    does: 'A token request with the UID of another service account is a conflict.',
    source: 'release notes, 1.34',
  },
  'certificate-credential-id': {
    since: 32,
    does: 'The fingerprint of a client certificate is added to the extra values of its user as the credential ID.',
    source: 'release notes, 1.32',
  },
  'reserved-extra-keys': {
    since: 32,
    does: 'Claims can’t be mapped to extra values with a reserved domain.',
    source: 'release notes, 1.32',
  },
  'claims-by-escaped-names': {
    since: 34,
    does: 'Expressions access claims and extra values by escaped names, such as claims.example__dot__com.',
    source: 'release notes, 1.34',
  },
  'claims-with-fractions': {
    since: 34,
    does: 'In expressions all numbers in claims are doubles, not only those with a fraction.',
    source: 'release notes, 1.34',
  },
  'self-link': {
    endedBy: 'RemoveSelfLink',
    does: 'Responses contain metadata.selfLink, the path of the object or list.',
    source: 'release notes, 1.20',
  },
  'livez-and-readyz': {
    since: 16,
    does: 'Serves /livez and /readyz in addition to /healthz, with a path for each check.',
    source: 'resource API, "Health endpoints"',
  },
  'strategic-drops-directives': {
    since: 28,
    does: 'A strategic merge patch follows its directives also in fields and list items that do not exist yet; earlier releases store them as given.',
    source: 'release notes, 1.28',
  },
  'json-patch-root': {
    since: 22,
    does: 'The operations replace and test of a JSON patch take the empty path, which is the whole object.',
    source: '1.20 by comparing; the library of 1.22',
  },
  'merge-patch-keeps-null-items': {
    since: 22,
    does: 'Keeps null items of the lists in a JSON merge patch; earlier releases leave them out.',
    source: '1.20 by comparing; the library of 1.22',
  },
  'apply-removes-structures': {
    since: 21,
    does: 'A struct or list that an applied configuration no longer has is removed with all in it that nobody owns. Earlier releases remove what was applied only, and leave null where nothing is left.',
    source: '1.20 by comparing; the library of 1.21',
  },
  'apply-owns-empty-values': {
    since: 21,
    does: 'An applied configuration owns the fields that it gives as null or as an empty object; earlier releases only own values.',
    source: '1.20 by comparing; the library of 1.21',
  },
  'apply-takes-numbers-as-quantities': {
    since: 21,
    does: 'An applied configuration may give quantities as numbers; earlier releases require strings.',
    source: '1.20 by comparing; the schemas of 1.21',
  },
  'apply-list-keys-default-to-zero': {
    since: 20,
    does: 'In an applied configuration, an item of a built-in keyed list without a required key has its zero value, and validation reports it.',
    source: '1.20 by comparing; the schemas of 1.20',
  },
  exports: {
    removed: 21,
    does: 'GET of an object with ?export shows it without what belongs to its cluster; ?exact keeps the namespace.',
    source: '1.20 by comparing; release notes, 1.21',
  },
  'unknown-paths-list-others': {
    removed: 23,
    does: 'An unknown path outside the API is answered with a list of paths that are served; later releases answer in plain text.',
    source: '1.20 by comparing; release notes, 1.23',
  },
  'json-errors-name-the-field': {
    since: 23,
    does: 'The error for a value of a wrong type names its field; earlier releases show the text of the body around it.',
    source: '1.20 by comparing; release notes, 1.23',
  },
  'apply-owns-free-fields': {
    since: 27,
    does: 'In custom types, values without a type are owned field by field; in earlier releases each has one owner unless a parent with named fields keeps unknown ones.',
    source: '1.20 by comparing; the schemas of 1.27',
  },
  'apply-types-int-or-string': {
    since: 21,
    does: 'Custom types with int-or-string fields are applied by their schema; earlier releases apply them as objects without a schema.',
    source: '1.20 by comparing',
  },
  'apply-errors-name-the-object': {
    since: 23,
    does: 'The error for an unknown field in an applied configuration names the object and its version.',
    source: 'release notes, 1.23',
  },
  'conflict-paths-overlaid': {
    removed: 29,
    does: 'Of several fields in conflict, deep ones may be told as the last one that was visited below the same parent.',
    source: '1.20 by comparing; the merge library of 1.28 and 1.29',
  },
  'openapi-v3': {
    gate: 'OpenAPIV3',
    does: 'Serves /openapi/v3, with one document for each group and version.',
    source: 'resource API, "Path shapes"',
  },
  'openapi-enums': {
    gate: 'OpenAPIEnums',
    does: 'OpenAPI documents list the allowed values of built-in enum fields.',
    source: 'release notes, 1.23',
  },
  'openapi-enums-of-elements': {
    since: 30,
    does: 'OpenAPI documents also list the allowed values for elements of lists and maps.',
    source: 'release notes, 1.30',
  },
  'aggregated-discovery': {
    gate: 'AggregatedDiscoveryEndpoint',
    does: '/api and /apis return all resources of all groups to clients that accept an APIGroupDiscoveryList.',
    source: 'release notes, 1.26',
  },
  'aggregated-discovery-v2': {
    since: 30,
    does: 'APIGroupDiscoveryList is also available as v2.',
    source: 'release notes, 1.30',
  },
  'aggregated-discovery-without-beta': {
    gate: 'AggregatedDiscoveryRemoveBetaType',
    does: 'APIGroupDiscoveryList is available as v2 only, no longer as v2beta1.',
    source: 'release notes, 1.33',
  },
  'discovery-singular-names': {
    since: 27,
    does: 'Discovery contains the singular names of built-in resources; in earlier releases they are empty.',
    source: 'release notes, 1.27',
  },
  'warning-headers': {
    gate: 'WarningHeaders',
    does: 'Sends warnings to the client in Warning headers.',
    source: 'resource API, "Headers and media types"',
  },
  'deprecation-warnings': {
    since: 19,
    does: 'Warns about requests to deprecated versions, annotates their audit events and counts them in a metric.',
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
    does: 'Validates the sendInitialEvents parameter, even if the gate WatchList is off.',
    source: 'release notes, 1.27',
  },
  'watch-list': {
    gate: 'WatchList',
    does: 'A watch with sendInitialEvents starts with all existing objects, followed by a bookmark.',
    source: 'release notes, 1.27 and 1.32',
  },
  'storage-version-hash': {
    gate: 'StorageVersionHash',
    does: 'Adds storageVersionHash to the resource lists of discovery.',
    source: 'resource API, "Path shapes"',
  },
  'field-validation': {
    since: 23,
    does: 'Validates the fieldValidation parameter of writes, even if the gate is off.',
    source: 'resource API, "Field validation"',
  },
  'merge-patch-errors': {
    since: 23,
    does: 'Answers a malformed merge patch with reason BadRequest; earlier releases give no reason.',
    source: 'release notes, 1.23',
  },
  'namespace-set-before-admission': {
    since: 24,
    does: 'Sets metadata.namespace from the path before mutating admission sees a new object.',
    source: 'release notes, 1.24',
  },
  'duplicate-owner-references-dropped': {
    since: 20,
    does: 'Removes duplicate owner references and warns about them.',
    source: 'release notes, 1.20',
  },
  'invalid-managed-fields-restored': {
    since: 21,
    does: 'If admission makes managedFields invalid, restores the previous ones and warns; earlier releases refuse the request.',
    source: 'release notes, 1.21',
  },
  'managed-fields-entry-errors': {
    since: 22,
    does: 'Errors in managedFields name the entry, and manager names are validated.',
    source: 'release notes, 1.22',
  },
  'managed-fields-subresource': {
    since: 22,
    does: 'Entries of managedFields record the subresource that was written.',
    source: 'resource API, "Field-ownership apply"',
  },
  'scale-ownership': {
    since: 21,
    does: 'A write to /scale makes its manager the owner of spec.replicas in the scaled object.',
    source: 'resource API, "Field-ownership apply"',
  },
  'ownership-limited-to-endpoint': {
    since: 21,
    does: 'Managers own only fields that their endpoint can change.',
    source: 'release notes, 1.21',
  },
  'applied-list-order': {
    since: 25,
    does: 'Merged lists follow the order of the applied configuration instead of the live object.',
    source: 'release notes, 1.25',
  },
  'tables-of-parts': {
    since: 24,
    does: 'Subresources such as status can be returned as a table; earlier releases can’t do this.',
    source:
      'published sources: none has one up to 1.23, all have one from 1.25 on; 1.24 is the release that brought --subresource to clients',
  },
  'granular-merge-markers': {
    since: 21,
    does: 'Merges some lists and maps item by item that earlier releases replace as a whole.',
    source: 'release notes, 1.21',
  },
  'ownership-inferred-when-granular': {
    since: 20,
    removed: 25,
    does: 'Who owns a map or list as a whole, where fields have owners of their own, owns all that is in it at the next write.',
    source: 'answers of a server of 1.20; resource API, "Field-ownership apply" 10, for 1.25',
  },
  'owners-of-api-services': {
    since: 21,
    does: 'Records in managedFields who owns fields of APIServices; in 1.20 only applying does.',
    source: 'answers of a server of 1.20; in which later release this began is assumed',
  },
  'impersonate-uid': {
    since: 22,
    does: 'Supports the Impersonate-Uid header.',
    source: 'authentication document, "Methods"',
  },
  'audit-policy-beta-versions': {
    removed: 24,
    does: 'Accepts audit policies of audit.orch.io/v1beta1 and v1alpha1.',
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
  'legacy-token-tracking': {
    gate: 'LegacyServiceAccountTokenTracking',
    does: 'Labels the secret of a token with the day of its last use, and warns of tokens that were created by a controller.',
    source: 'public documentation of service accounts, "Legacy ServiceAccount token tracking controller"',
  },
  'legacy-token-annotations': {
    since: 29,
    does: 'Notes in the audit event which secret a token came from.',
    source: 'public change log of 1.29',
  },
  'legacy-token-invalidation': {
    since: 28,
    does: 'Refuses tokens whose secret is marked as unused.',
    source: 'public documentation of service accounts, "Auto-generated legacy ServiceAccount token clean up"',
  },
  'legacy-token-clean-up': {
    gate: 'LegacyServiceAccountTokenCleanUp',
    does: 'Marks unused tokens that were created by a controller, and deletes them later.',
    source: 'public documentation of service accounts, "Auto-generated legacy ServiceAccount token clean up"',
  },
  'root-ca-config-map': {
    gate: 'RootCAConfigMap',
    does: 'Publishes the ConfigMap orch-root-ca.crt in every namespace.',
    source: 'authentication document, "Service accounts"',
  },
  'projected-token-volume-without-gate': {
    since: 20,
    removed: 21,
    does: 'Injects the projected token volume, although BoundServiceAccountTokenVolume is off by default.',
    source: 'admission document, "ServiceAccount"',
  },
  'token-request-completed-before-validation': {
    since: 24,
    does: 'Completes a TokenRequest with the names from its path before validating it.',
    source: 'release notes, 1.24',
  },
  'audit-any-group': {
    since: 36,
    does: 'In an audit policy rule the group * matches all groups.',
    source: 'release notes, 1.36',
  },
  'fail-open-annotations': {
    since: 24,
    does: 'Annotates the audit event when a webhook fails and its failurePolicy is Ignore.',
    source: 'admission document, "Events"',
  },
  'owner-references-wildcard-check': {
    since: 21,
    does: 'OwnerReferencesPermissionEnforcement first checks for permission on the finalizers of all resources.',
    source: 'release notes, 1.21',
  },
  'always-pull-images-keeps-running-pods': {
    since: 21,
    does: 'AlwaysPullImages ignores updates that do not change an image.',
    source: 'release notes, 1.21',
  },
  'stable-topology-labels': {
    since: 17,
    does: 'PersistentVolumeLabel writes topology.orch.io labels instead of failure-domain.beta.orch.io.',
    source: 'admission document, "PersistentVolumeLabel"',
  },
  'certificate-signing-covers-conditions': {
    since: 19,
    does: 'CertificateSigning also checks who writes conditions, not only who writes the certificate.',
    source: 'admission document, "CertificateSigning"',
  },
  'extensions-after-networking': {
    since: 20,
    does: 'Clients prefer networking.orch.io to the group extensions, which comes after it in the list of groups.',
    source: 'release notes, 1.20',
  },
  'resource-after-node': {
    since: 33,
    does: 'The group resource.orch.io comes before flowcontrol.apiserver.orch.io in the list of groups.',
    source: 'public documentation of the aggregation layer',
  },
} as const satisfies LedgerRows
