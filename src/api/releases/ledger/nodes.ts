import type { LedgerRows } from './row'

/** Differences in how pods are scheduled, and in what nodes do with them and say about them. */
export const NODE_ROWS = {
  'scheduler-events': {
    since: 16,
    does: 'The scheduler writes its events in the group `events.orch.io`: they have an action and one time, but no source and no count.',
    source: 'release notes, 1.16; 1.20 by comparing',
  },
  'scheduler-events-stable': {
    since: 19,
    does: 'The scheduler writes its events as v1 instead of v1beta1.',
    source: 'release notes, 1.19',
  },
  'preemption-hides-preemptor': {
    since: 27,
    does: 'The event of a preempted pod no longer names the pod that took its place.',
    source: 'release notes, 1.27',
  },
  'preemption-tells-uid': {
    since: 29,
    does: 'The event of a preempted pod has the uid of the pod that took its place.',
    source: 'release notes, 1.29',
  },
  'scheduler-reads-namespaces': {
    since: 22,
    does: 'The scheduler watches namespaces, because pod affinity can select them by label.',
    source: 'release notes, 1.22',
  },
  'scheduler-explains-preemption': {
    since: 24,
    does: 'The scheduler’s message for an unschedulable pod also says why preemption does not help.',
    source: 'release notes, 1.24',
  },
  'scheduler-untolerated-taint': {
    since: 24,
    does: 'The scheduler’s messages say “untolerated taint”.',
    source: 'release notes, 1.24',
  },
  'scheduler-hides-taints': {
    since: 35,
    does: 'The scheduler’s messages do not name the taints that a pod does not tolerate.',
    source: 'release notes, 1.35',
  },
  'scheduler-names-node-selector': {
    since: 22,
    does: 'The scheduler’s message for a node that does not match mentions the node selector as well as the affinity.',
    source: 'scheduler, 1.22',
  },
  'scheduler-single-affinity-reason': {
    since: 22,
    does: 'The scheduler gives one reason if pod affinity does not match; earlier releases add a general one.',
    source: 'scheduler, 1.22',
  },
  'scheduler-pod-wide-reason': {
    since: 26,
    does: 'Reasons that apply to all nodes are given without the number of nodes.',
    source: 'scheduler, 1.26',
  },
  'scheduler-deallocates-claims': {
    gate: 'DynamicResourceAllocation',
    since: 34,
    does: 'Before preempting pods, the scheduler checks for resource claims that it can deallocate.',
    source: 'scheduler, 1.34',
  },
  'pod-was-rejected': {
    since: 27,
    does: 'The message of a pod that its node does not take begins with “Pod was rejected”.',
    source: 'node agent; the release of the change is estimated',
  },
  'taint-evictions-apart': {
    since: 29,
    does: 'Evictions by taints are reported by a controller of their own.',
    source: 'release notes, 1.29',
  },
  'host-addresses': {
    since: 29,
    does: 'Nodes report all addresses of the host of a pod.',
    source: 'release notes, 1.29',
  },
  'sandbox-condition': {
    since: 29,
    does: 'Nodes report whether a pod has its sandbox and network: the condition PodReadyToStartContainers.',
    source: 'release notes, 1.29',
  },
  'eviction-tells-threshold': {
    since: 26,
    does: 'Evictions for pressure tell the threshold of the node, what is available, and what the container uses.',
    source: 'node agent, 1.26',
  },
  'node-marks-evicted-pods': {
    gate: 'PodDisruptionConditions',
    does: 'Pods that a node evicts have the condition DisruptionTarget.',
    source: 'release notes, 1.26',
  },
  'events-name-reporter': {
    since: 27,
    does: 'Events of controllers and nodes name the component that reports them, and its node, also in their newer fields.',
    source: 'client library, 1.27',
  },
  'pulled-tells-duration': {
    since: 20,
    does: 'Events about a pulled image tell how long that took.',
    source: 'node agent, 1.20',
  },
  'pulled-tells-waiting': {
    since: 27,
    does: 'Events about a pulled image also tell the time with waiting for other images.',
    source: 'node agent, 1.27',
  },
  'pulled-tells-size': {
    since: 30,
    does: 'Events about a pulled image tell its size.',
    source: 'node agent, 1.30',
  },
  'back-off-names-container': {
    since: 26,
    does: 'Events about the back-off of a failed container name the container and its pod.',
    source: 'node agent, 1.26',
  },
  'pull-back-off-tells-error': {
    since: 32,
    does: 'A container whose image is not pulled again yet keeps the last error in its message.',
    source: 'node agent, 1.32',
  },
  'created-container-colon': {
    since: 32,
    does: 'Events about created containers have a colon before the name.',
    source: 'node agent, 1.32',
  },
  'container-events-by-path': {
    since: 35,
    does: 'Events about created and started containers name the container only by its field path.',
    source: 'node agent, 1.35',
  },
} as const satisfies LedgerRows
