import { action, connection, namespaced, status, writePart } from '../../../releases/rows'
import { ALL, CORE_VERSIONS, PROXY_VERBS, STREAM_VERBS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const podFacts: KindFacts = {
  rows: [
    namespaced('', 'pods', 'Pod', CORE_VERSIONS, {
      shortNames: ['po'],
      categories: ALL,
      subresources: [
        connection('attach', 'PodAttachOptions', STREAM_VERBS),
        action('binding', { kind: 'Binding' }),
        writePart('ephemeralcontainers', { kind: 'EphemeralContainers', gate: 'EphemeralContainers', removed: 22 }),
        writePart('ephemeralcontainers', { gate: 'EphemeralContainers', since: 22 }),
        action('eviction', { kind: 'Eviction', apiVersion: 'policy/v1beta1', removed: 22 }),
        action('eviction', { kind: 'Eviction', apiVersion: 'policy/v1', since: 22 }),
        connection('exec', 'PodExecOptions', STREAM_VERBS),
        { name: 'log', verbs: ['get'] },
        connection('portforward', 'PodPortForwardOptions', STREAM_VERBS),
        connection('proxy', 'PodProxyOptions', PROXY_VERBS),
        writePart('resize', { gate: 'InPlacePodVerticalScaling', since: 32 }),
        status,
      ],
    }),
  ],
  gatedFields: {
    ConfigurableFSGroupPolicy: ['core.v1.PodSecurityContext fsGroupChangePolicy'],
    DynamicResourceAllocation: ['core.v1.PodSpec resourceClaims', 'core.v1.ResourceRequirements claims'],
    EphemeralContainers: ['core.v1.PodSpec ephemeralContainers'],
    EvenPodsSpread: ['core.v1.PodSpec topologySpreadConstraints'],
    GRPCContainerProbe: ['core.v1.Probe grpc'],
    GenericEphemeralVolume: ['core.v1.Volume ephemeral'],
    IdentifyPodOS: ['core.v1.PodSpec os'],
    MatchLabelKeysInPodTopologySpread: ['core.v1.TopologySpreadConstraint matchLabelKeys'],
    MinDomainsInPodTopologySpread: ['core.v1.TopologySpreadConstraint minDomains'],
    NodeInclusionPolicyInPodTopologySpread: ['core.v1.TopologySpreadConstraint nodeAffinityPolicy nodeTaintsPolicy'],
    NonPreemptingPriority: ['core.v1.PodSpec preemptionPolicy'],
    PodAffinityNamespaceSelector: ['core.v1.PodAffinityTerm namespaceSelector'],
    PodOverhead: ['core.v1.PodSpec overhead'],
    PodSchedulingReadiness: ['core.v1.PodSpec schedulingGates'],
    ProbeTerminationGracePeriod: ['core.v1.Probe terminationGracePeriodSeconds'],
    RuntimeClass: ['core.v1.PodSpec runtimeClassName'],
    SetHostnameAsFQDN: ['core.v1.PodSpec setHostnameAsFQDN'],
    StartupProbe: ['core.v1.Container startupProbe'],
    TokenRequestProjection: ['core.v1.VolumeProjection serviceAccountToken'],
    UserNamespacesStatelessPodsSupport: ['-28 core.v1.PodSpec hostUsers'],
    WindowsHostProcessContainers: ['core.v1.WindowsSecurityContextOptions hostProcess'],
  },
  roles: [
    { part: 'edit-read', group: '', resources: ['pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy'] },
    { part: 'edit-pods', group: '', resources: ['pods', 'pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy'] },
    { part: 'view', group: '', resources: ['pods'] },
    { part: 'view-state', group: '', resources: ['pods/log', 'pods/status'] },
  ],
  references: { refers: true },
}
