import type { LedgerRows } from './row'

/** Differences in all other built-in kinds. */
export const OBJECT_ROWS = {
  'namespace-name-label': {
    gate: 'NamespaceDefaultLabelName',
    does: 'Every namespace has the label orch.io/metadata.name.',
    source: 'release notes, 1.21',
  },
  'binding-labels': {
    gate: 'PodTopologyLabelsAdmission',
    does: 'The labels of a binding become labels of its pod.',
    source: 'release notes, 1.33',
  },
  'event-updates-judged': {
    since: 24,
    does: 'Judges updates of events.orch.io/v1 against the stored event; earlier releases compare an event with itself.',
    source: 'release notes, 1.24',
  },
  'event-names-component': {
    since: 25,
    does: 'Calls who reports a refused event of the first group reportingComponent; earlier releases say reportingController.',
    source: 'validation of the published server: without it up to 1.23, with it in 1.25; 1.24 was not seen',
  },
  'priority-value-field': {
    since: 25,
    does: 'Refuses another value of a priority class at `value`; earlier releases say `Value`.',
    source: 'comparing with 1.20; validation of the published servers up to 1.23 and from 1.25 on',
  },
  'endpoint-slice-special-addresses': {
    since: 21,
    does: 'Endpoint slices list no addresses that only one machine or link can reach.',
    source: 'comparing with 1.20.2; validation of the published server 1.21',
  },
  'network-policy-range-text': {
    since: 30,
    does: 'Refuses a range of a network policy that can’t be read with an example; earlier releases say only that it is no CIDR.',
    source: 'comparing with 1.20; validation of the published servers 1.29 and 1.30',
  },
  'node-change-errors-by-field': {
    since: 21,
    does: 'Names the field of a refused change to a node; earlier releases give one error for all.',
    source: 'release notes, 1.21',
  },
  'service-node-ports-from-above': {
    gate: 'ServiceNodePortStaticSubrange',
    does: 'Gives out node ports from the upper part of their range while one is free there; who names one takes it from below.',
    source: 'release notes, 1.27 to 1.29',
  },
  'service-allocation-text': {
    since: 23,
    does: 'Says that an address of a service could not be allocated in the words of the newer allocator.',
    source: 'comparing 1.21, which has the older words, with 1.23',
  },
  'container-port-default': {
    since: 20,
    does: 'Declares the default protocol of ports of containers, which an applied configuration then need not name.',
    source: 'release notes, 1.20',
  },
  'service-port-default': {
    since: 21,
    does: 'Declares the default protocol of ports of services, which an applied configuration then need not name.',
    source: 'comparing 1.20.2, which has none, with 1.20.9 and 1.21, which have it',
  },
  'service-address-list': {
    since: 20,
    does: 'Services list their cluster addresses in clusterIPs; earlier releases know clusterIP alone.',
    source: 'release notes, 1.20',
  },
  'service-range-errors': {
    since: 23,
    does: 'Names the address that is outside of the range of cluster addresses.',
    source: 'release notes, 1.23',
  },
  'service-address-families': {
    since: 21,
    does: 'Services have ipFamilies, ipFamilyPolicy and two cluster addresses.',
    source: 'release notes, 1.21',
  },
  'service-internal-traffic-policy': {
    since: 22,
    does: 'Fills in internalTrafficPolicy and allocateLoadBalancerNodePorts of services.',
    source: 'release notes, 1.22',
  },
  'service-dry-run-allocates': {
    since: 23,
    does: 'Shows the addresses and ports that a service would get when it is only tried; earlier releases show none.',
    source: 'release notes, 1.23',
  },
  'errors-name-own-group': {
    since: 22,
    does: 'Names the own group of a refused ingress, network policy or pod security policy; earlier releases name extensions.',
    source: 'release notes, 1.22',
  },
  'service-mixed-protocols': {
    gate: 'MixedProtocolLBService',
    does: 'Load balancer services may mix protocols.',
    source: 'release notes, 1.20',
  },
  'service-traffic-policy-choices': {
    since: 24,
    does: 'Reports an unknown externalTrafficPolicy as FieldValueNotSupported, with the supported values.',
    source: 'release notes, 1.24',
  },
  'service-errors-together': {
    since: 23,
    does: 'Reports errors of traffic policies together with all others of a service.',
    source: 'release notes, 1.23',
  },
  'ingress-class-parameter-scope': {
    since: 22,
    does: 'Parameters of ingress classes have a scope, Cluster by default.',
    source: 'release notes, 1.22',
  },
  'endpoint-zone-in-topology': {
    removed: 21,
    does: 'Counts the zone of an endpoint as part of its topology map.',
    source: 'release notes, 1.21',
  },
  'claim-data-source-ref': {
    since: 22,
    does: 'dataSource of a claim takes snapshots and claims only; dataSourceRef takes the rest.',
    source: 'release notes, 1.22',
  },
  'claim-data-sources-synced': {
    since: 24,
    does: 'Copies dataSource and dataSourceRef of a claim to each other.',
    source: 'release notes, 1.24',
  },
  'claim-expansion': {
    gate: 'ExpandPersistentVolumes',
    does: 'The requested size of a bound claim may grow.',
    source: 'admission document, "PersistentVolumeClaimResize"',
  },
  'csi-driver-capacity': {
    since: 21,
    does: 'Fills in storageCapacity and requiresRepublish of CSI drivers.',
    source: 'release notes, 1.21',
  },
  'ingress-path-type-required': {
    since: 22,
    does: 'The OpenAPI documents say that paths of an ingress need pathType; the server asks for it in all releases.',
    source: 'documents of the published server 1.20; API reference, 1.22',
  },
  'csi-driver-parts-change': {
    since: 21,
    does: 'Some settings of a CSI driver may change; before that nothing of it did.',
    source: 'comparing with 1.20.2; release notes, 1.21',
  },
  'csi-driver-capacity-mutable': {
    since: 23,
    does: 'storageCapacity of a CSI driver may change.',
    source: 'release notes, 1.23',
  },
  'csi-driver-name-path': {
    since: 26,
    does: 'Reports an invalid CSI driver name at metadata.name; earlier releases write name.',
    source: 'release notes, 1.26',
  },
  'csi-long-node-ids': {
    since: 22,
    does: 'Node ids of CSI drivers may have 192 characters instead of 128.',
    source: 'release notes, 1.22',
  },
  'csr-expiration-seconds': {
    since: 22,
    does: 'Certificate signing requests may ask for a duration with expirationSeconds.',
    source: 'authentication document, "Signing request"',
  },
  'aggregation-selector-values': {
    since: 27,
    does: 'Validates label values in the selectors of aggregated cluster roles.',
    source: 'release notes, 1.27',
  },
  'service-name-label': {
    gate: 'RelaxedServiceNameValidation',
    does: 'Names of services are labels as most names are: they may begin with a digit.',
    source: 'release notes, 1.34 and 1.36',
  },
  'external-addresses-warning': {
    since: 36,
    does: 'Warns of externalIPs of services.',
    source: 'release notes, 1.36',
  },
  'flow-schema-status': {
    gate: 'APIPriorityAndFairness',
    does: 'Keeps the condition Dangling of flow schemas.',
    source: 'flow control of the published servers, 1.20 to 1.36',
  },
  'flow-schema-status-applied': {
    since: 26,
    does: 'Applies the condition of flow schemas; earlier releases patch it.',
    source: 'flow control of the published servers 1.25 and 1.26',
  },
  'flow-control-auto-update': {
    since: 22,
    does: 'Marks the flow schemas and priority levels of a new cluster as kept up to date.',
    source: 'flow control of the published servers 1.21 and 1.22',
  },
  'exempt-level-settings': {
    since: 28,
    does: 'Fills in the settings of priority levels that are exempt; a limited one may have no shares.',
    source: 'release notes, 1.28 and 1.29',
  },
} as const satisfies LedgerRows
