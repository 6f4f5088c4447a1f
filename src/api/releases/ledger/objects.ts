import type { LedgerRows } from './row'

/** Differences in all other built-in kinds. */
export const OBJECT_ROWS = {
  'errors-count-bytes': {
    since: 32,
    does: 'Errors about texts that are too long give the limit in bytes: `may not be more than 63 bytes`.',
    source: 'published source of the release, field errors',
  },
  'structs-as-json': {
    since: 34,
    does: 'Errors show structs, lists, maps and missing values as JSON instead of Go syntax, and a limit of one in the singular.',
    source: 'published source of the release, field errors',
  },
  'signer-just-required': {
    since: 29,
    does: 'The error about a missing signer says only that it is required.',
    source: 'published source of the release, field errors; 1.28 was not compared',
  },
  'port-names-need-letters': {
    since: 25,
    does: 'The error about names of ports says that they need a letter; earlier releases say a letter or number.',
    source: 'published source of the release, names of ports',
  },
  'service-traffic-policy-by-access': {
    since: 23,
    does: 'externalTrafficPolicy and healthCheckNodePort are judged by whether the service can have them, with other words.',
    source: 'published source of the release, validation of services',
  },
  'service-addresses-first': {
    since: 23,
    does: 'Wrong cluster IPs, IP families and their policy are reported before anything else of a service is judged.',
    source: 'published source of 1.23, allocation of services',
  },
  'service-externally-accessible': {
    since: 29,
    does: 'Services with external addresses may have an externalTrafficPolicy, too.',
    source: 'published source of the release, validation of services',
  },
  'service-ranges-one-by-one': {
    since: 30,
    does: 'Each range of a load balancer is judged by itself.',
    source: 'published source of the release, validation of services',
  },
  'ingress-classes-may-agree': {
    since: 27,
    does: 'The annotation and the field for the class of an ingress may both be set if they are equal.',
    source: 'validation of ingresses, 1.23 and 1.27; the release of the change is estimated',
  },
  'autoscaler-needs-group': {
    since: 34,
    does: 'The target of an autoscaler must have a group, unless it is a ReplicationController.',
    source: '1.35 by comparing; the release of the change is estimated',
  },
  'lease-transitions-worded': {
    since: 27,
    does: 'The error about transitions of leases is worded like others about negative numbers.',
    source: 'validation of leases, 1.23 and 1.27; the release of the change is estimated',
  },
  'errors-name-label-keys': {
    since: 35,
    does: 'Errors about names with an optional domain call them label keys; earlier releases call them qualified names.',
    source: '1.35 by comparing with the published server',
  },
  'cluster-events-in-default': {
    since: 21,
    does: 'An event with eventTime about something without a namespace may lie in the namespace default.',
    source: '1.20 by comparing with the published server; the release of the change is estimated',
  },
  'claim-source-says-why': {
    since: 22,
    does: 'The error about a source of a claim in the core group says which kind it must be of.',
    source: '1.20 by comparing with the published server; the release of the change is estimated',
  },
  'service-updates-need-version': {
    removed: 24,
    does: 'A PUT of a service needs the resourceVersion, and another uid in it is an error of that field.',
    source: '1.20 by comparing with the published server; the release of the change is estimated',
  },
  'address-errors-give-examples': {
    since: 30,
    does: 'Errors about addresses of name servers and host aliases give examples of valid ones.',
    source: '1.20 by comparing; the library of 1.30',
  },
  'namespace-name-label': {
    gate: 'NamespaceDefaultLabelName',
    does: 'Every namespace has the label orch.io/metadata.name.',
    source: 'release notes, 1.21',
  },
  'binding-labels': {
    gate: 'PodTopologyLabelsAdmission',
    does: 'The labels of a binding are copied to its pod.',
    source: 'release notes, 1.33',
  },
  'binding-preconditions': {
    since: 21,
    does: 'A binding with a UID or resourceVersion binds only a pod that has these; earlier releases ignore them.',
    source: '1.20 by comparing',
  },
  'event-updates-judged': {
    since: 24,
    does: 'Validates updates of events.orch.io/v1 against the stored event; earlier releases compare an event with itself.',
    source: 'release notes, 1.24',
  },
  'event-names-component': {
    since: 25,
    does: 'Errors of core events call the reporter reportingComponent; earlier releases call it reportingController.',
    source: 'validation of the published server: without it up to 1.23, with it in 1.25; 1.24 was not seen',
  },
  'priority-value-field': {
    since: 25,
    does: 'The error for changing a priority class names the field `value`; earlier releases name it `Value`.',
    source: 'comparing with 1.20; validation of the published servers up to 1.23 and from 1.25 on',
  },
  'endpoint-slice-special-addresses': {
    since: 21,
    does: 'Endpoint slices may not contain loopback, link-local and other special addresses.',
    source: 'comparing with 1.20.2; validation of the published server 1.21',
  },
  'network-policy-range-text': {
    since: 30,
    does: 'The error for an invalid CIDR in a network policy includes an example; earlier releases only say that it is not valid.',
    source: 'comparing with 1.20; validation of the published servers 1.29 and 1.30',
  },
  'node-change-errors-by-field': {
    since: 21,
    does: 'The error for a forbidden node update names the field; earlier releases give one error for all fields.',
    source: 'release notes, 1.21',
  },
  'service-node-ports-from-above': {
    gate: 'ServiceNodePortStaticSubrange',
    does: 'Allocates node ports from the upper part of the range first; the lower part is for services that request a port.',
    source: 'release notes, 1.27 to 1.29',
  },
  'service-allocation-text': {
    since: 23,
    does: 'The error for a cluster IP that can’t be allocated has the wording of the newer allocator.',
    source: 'comparing 1.21, which has the older words, with 1.23',
  },
  'container-port-default': {
    since: 20,
    does: 'The schema declares the default protocol of container ports, so an applied configuration can omit it.',
    source: 'release notes, 1.20',
  },
  'service-port-default': {
    since: 21,
    does: 'The schema declares the default protocol of service ports, so an applied configuration can omit it.',
    source: 'comparing 1.20.2, which has none, with 1.20.9 and 1.21, which have it',
  },
  'service-address-list': {
    since: 20,
    does: 'Services have the list clusterIPs; earlier releases only have clusterIP.',
    source: 'release notes, 1.20',
  },
  'service-range-errors': {
    since: 23,
    does: 'The error for a cluster IP outside the service range names the address.',
    source: 'release notes, 1.23',
  },
  'service-address-families': {
    since: 21,
    does: 'Services have ipFamilies and ipFamilyPolicy, and may have two cluster IPs.',
    source: 'release notes, 1.21',
  },
  'service-keeps-allocated': {
    since: 23,
    does: 'A replacement of a service that leaves out its addresses and ports keeps them; earlier releases refuse it.',
    source: 'release notes, 1.23; later patch releases of 1.21 and 1.22 do so too',
  },
  'service-internal-traffic-policy': {
    since: 22,
    does: 'Sets default values for internalTrafficPolicy and allocateLoadBalancerNodePorts of services.',
    source: 'release notes, 1.22',
  },
  'service-dry-run-allocates': {
    since: 23,
    does: 'A dry run shows the addresses that a service would get; earlier releases show its ports only.',
    source: 'release notes, 1.23',
  },
  'errors-name-own-group': {
    since: 22,
    does: 'Errors about ingresses, network policies and pod security policies name their own API group; earlier releases name extensions.',
    source: 'release notes, 1.22',
  },
  'service-mixed-protocols': {
    gate: 'MixedProtocolLBService',
    does: 'Load balancer services may use several protocols.',
    source: 'release notes, 1.20',
  },
  'service-traffic-policy-choices': {
    since: 24,
    does: 'Reports an unknown externalTrafficPolicy as FieldValueNotSupported, with the supported values.',
    source: 'release notes, 1.24',
  },
  'service-errors-together': {
    since: 23,
    does: 'Reports errors of traffic policies together with all other errors of a service.',
    source: 'release notes, 1.23',
  },
  'ingress-class-parameter-scope': {
    since: 22,
    does: 'The parameters of an ingress class have a scope, by default Cluster.',
    source: 'release notes, 1.22',
  },
  'endpoint-zone-in-topology': {
    removed: 21,
    does: 'The zone of an endpoint is part of its topology map.',
    source: 'release notes, 1.21',
  },
  'claim-data-source-ref': {
    since: 22,
    does: 'dataSource of a claim accepts only snapshots and claims; dataSourceRef accepts all other objects.',
    source: 'release notes, 1.22',
  },
  'claim-data-sources-synced': {
    since: 24,
    does: 'If only one of dataSource and dataSourceRef of a claim is set, its value is copied to the other.',
    source: 'release notes, 1.24',
  },
  'newest-default-class': {
    since: 26,
    does: 'Where several storage classes are the default, claims get the newest one; earlier releases refuse the claim.',
    source: 'release notes, 1.26',
  },
  'retroactive-default-class': {
    gate: 'RetroactiveDefaultStorageClass',
    does: 'A claim that waits and names no class gets the class that becomes the default.',
    source: 'release notes, 1.25 to 1.28',
  },
  'claim-expansion': {
    gate: 'ExpandPersistentVolumes',
    does: 'The requested size of a bound claim can be increased.',
    source: 'admission document, "PersistentVolumeClaimResize"',
  },
  'csi-driver-capacity': {
    since: 21,
    does: 'Sets default values for storageCapacity and requiresRepublish of CSI drivers.',
    source: 'release notes, 1.21',
  },
  'ingress-path-type-required': {
    since: 22,
    does: 'The OpenAPI documents list pathType of an ingress as required. The server requires it in all releases.',
    source: 'documents of the published server 1.20; API reference, 1.22',
  },
  'former-fields-optional': {
    since: 21,
    does: 'The OpenAPI documents no longer list as required: metadata of events.orch.io, names of a node’s images, conditions of autoscaling/v2beta2.',
    source: 'documents of the published server 1.20.2; later releases were not seen one by one',
  },
  'csi-driver-parts-change': {
    since: 21,
    does: 'Some fields of a CSI driver can be updated; in earlier releases it can’t be changed at all.',
    source: 'comparing with 1.20.2; release notes, 1.21',
  },
  'csi-driver-capacity-mutable': {
    since: 23,
    does: 'storageCapacity of a CSI driver can be updated.',
    source: 'release notes, 1.23',
  },
  'csi-long-node-ids': {
    since: 22,
    does: 'Node IDs of CSI drivers may have 192 characters instead of 128.',
    source: 'release notes, 1.22',
  },
  'csr-expiration-seconds': {
    since: 22,
    does: 'Certificate signing requests may set how long the certificate is valid, with expirationSeconds.',
    source: 'authentication document, "Signing request"',
  },
  'aggregation-selector-values': {
    since: 27,
    does: 'Validates label values in the selectors of aggregated cluster roles.',
    source: 'release notes, 1.27',
  },
  'service-name-label': {
    gate: 'RelaxedServiceNameValidation',
    does: 'Names of services may start with a digit, like most other names.',
    source: 'release notes, 1.34 and 1.36',
  },
  'external-addresses-warning': {
    since: 36,
    does: 'Warns about externalIPs of services.',
    source: 'release notes, 1.36',
  },
  'flow-schema-status': {
    gate: 'APIPriorityAndFairness',
    does: 'Sets the condition Dangling of flow schemas.',
    source: 'flow control of the published servers, 1.20 to 1.36',
  },
  'flow-schema-status-applied': {
    since: 26,
    does: 'The server writes the condition of flow schemas with server-side apply; earlier releases use a patch.',
    source: 'flow control of the published servers 1.25 and 1.26',
  },
  'flow-control-auto-update': {
    since: 22,
    does: 'Annotates the flow schemas and priority levels of a new cluster as automatically updated.',
    source: 'flow control of the published servers 1.21 and 1.22',
  },
  'generated-name-conflict': {
    since: 23,
    does: 'A generated name that is taken is a conflict; in earlier releases a body with generateName whose name is taken gets 500 ServerTimeout.',
    source: '1.20 by comparing; release notes, 1.23',
  },
  'generated-names-retried': {
    gate: 'RetryGenerateName',
    does: 'If a generated name is taken, the server tries up to seven others.',
    source: 'release notes, 1.30 to 1.32',
  },
  'label-dots-message': {
    since: 27,
    does: 'The error for a name that must be one label says that it has dots, if nothing else is wrong.',
    source: 'release notes, 1.27',
  },
  'ingress-class-annotation-warning': {
    since: 22,
    does: 'Warns about the annotation that names the class of an ingress.',
    source: 'release notes, 1.22',
  },
  'service-address-warnings': {
    since: 27,
    does: 'Warns about addresses of services that not all programs read alike, and about their topology annotation.',
    source: 'release notes, 1.27',
  },
  'storage-warnings': {
    since: 27,
    does: 'Warns about fractional sizes and deprecated annotations of claims, and deprecated labels in classes.',
    source: 'release notes, 1.27',
  },
  'external-name-warnings': {
    since: 28,
    does: 'Warns about external names and addresses that the type of a service ignores.',
    source: 'release notes, 1.28',
  },
  'volume-warnings': {
    since: 28,
    does: 'Warns about deprecated sources, annotations and the policy Recycle of volumes.',
    source: 'release notes, 1.28 and 1.31',
  },
  'mount-options-warning': {
    since: 31,
    does: 'Warns about the annotation with mount options of a volume.',
    source: 'release notes, 1.31',
  },
  'mountable-secrets-warning': {
    since: 32,
    does: 'Warns about the annotation that restricts which secrets pods of a service account may mount.',
    source: 'release notes, 1.32',
  },
  'address-warnings': {
    since: 33,
    does: 'Warns about addresses in pods, policies, endpoints and nodes that not all programs read alike.',
    source: 'release notes, 1.33',
  },
  'headless-warnings': {
    since: 34,
    does: 'Warns about fields that headless services ignore.',
    source: 'release notes, 1.34',
  },
  'prefer-close-warning': {
    since: 35,
    does: 'Warns about the traffic distribution PreferClose, which has a new name.',
    source: 'release notes, 1.35',
  },
  'strict-addresses': {
    gate: 'StrictIPCIDRValidation',
    does: 'Addresses and ranges with leading zeros, mapped addresses or bits beyond the prefix are invalid in new values.',
    source: 'release notes, 1.33 and 1.36',
  },
  'exempt-level-settings': {
    since: 28,
    does: 'Sets default values for exempt priority levels, and allows limited ones with zero shares.',
    source: 'release notes, 1.28 and 1.29',
  },
} as const satisfies LedgerRows
