import type { LedgerRows } from './row'

/** Differences in pods and the kinds that run them. */
export const WORKLOAD_ROWS = {
  'pod-warnings': {
    since: 22,
    does: 'Warns of deprecated or doubtful parts of pods and pod templates.',
    source: 'release notes, 1.22',
  },
  'declares-cpu-resize': {
    gate: 'NodeDeclaredFeatures',
    since: 35,
    removed: 36,
    does: 'Nodes declare GuaranteedQoSPodCPUResize: CPU of pods of the class Guaranteed may change.',
    source: 'release notes, 1.35',
  },
  'declares-pod-level-resize': {
    gate: 'InPlacePodLevelResourcesVerticalScaling',
    does: 'Nodes declare that the resources of a whole pod may change.',
    source: 'release notes, 1.35',
  },
  'declares-restart-of-all-containers': {
    gate: 'RestartAllContainersOnContainerExits',
    does: 'Nodes declare that a container may restart all of its pod.',
    source: 'release notes, 1.35',
  },
  'declares-init-container-resize': {
    gate: 'InPlacePodVerticalScalingInitContainers',
    does: 'Nodes declare that init containers may be resized while they run, and the server allows it.',
    source: 'release notes, 1.36',
  },
  'declares-web-sockets': {
    gate: 'ExtendWebSocketsToKubelet',
    does: 'Nodes declare that they speak web sockets themselves.',
    source: 'release notes, 1.36',
  },
  'resize-proposed': {
    removed: 33,
    does: 'The server says in the status of a pod that asks for other resources that this is proposed.',
    source: 'release notes, 1.27 and 1.33',
  },
  'resize-events': {
    since: 34,
    does: 'Nodes tell in events how far a resize has come.',
    source: 'release notes, 1.34',
  },
  'resize-conditions': {
    since: 33,
    does: 'Conditions tell of a pod that gets other resources; earlier releases tell it in status.resize.',
    source: 'release notes, 1.33',
  },
  'seccomp-annotations': {
    removed: 27,
    does: 'Reads seccomp profiles from annotations and keeps them consistent with the fields.',
    source: 'release notes, 1.27',
  },
  'seccomp-fields-copied-to-annotations': {
    removed: 25,
    does: 'Copies seccomp profiles from fields to annotations.',
    source: 'release notes, 1.25',
  },
  'cron-schedule-words': {
    since: 22,
    does: 'Says what is wrong with the schedule of a cron job in the words of the library that its second controller brought.',
    source: 'comparing 1.21, which has the older words, with 1.23',
  },
  'pod-grace-period-mended': {
    since: 22,
    does: 'A pod whose grace period was negative may get one of a second; refusals of other changes say so.',
    source: 'release notes, 1.22',
  },
  'scheduling-gates-only-removed': {
    since: 26,
    does: 'Updates of a pod may remove scheduling gates but not add any.',
    source: 'release notes, 1.26',
  },
  'topology-spread-selector-validated': {
    since: 27,
    does: 'Validates the labelSelector of topology spread constraints.',
    source: 'release notes, 1.27',
  },
  'long-dns-search-list': {
    since: 26,
    does: 'Allows 32 DNS search domains of 2048 characters in all, instead of 6 and 256.',
    source: 'release notes, 1.26',
  },
  'sysctl-names-with-slash': {
    since: 24,
    does: 'Takes names of kernel parameters with slashes, such as net/ipv4/ip_forward.',
    source: 'release notes, 1.24',
  },
  'container-names-compared-last': {
    since: 24,
    does: 'Reports a duplicate container name, and what is wrong with hooks and probes, after all other errors of the container.',
    source: 'release notes, 1.24',
  },
  'affinity-selector-errors-by-field': {
    since: 21,
    does: 'Reports errors of a pod affinity term at labelSelector; earlier releases at matchExpressions.',
    source: 'comparing the rules of 1.20 and 1.21',
  },
  'init-container-fields-forbidden': {
    since: 24,
    does: 'Reports fields that init containers may not set as FieldValueForbidden instead of FieldValueInvalid.',
    source: 'release notes, 1.24',
  },
  'pod-security-audit-follows-enforce': {
    since: 26,
    does: 'The audit level of a namespace is at least as strict as its enforce level.',
    source: 'release notes, 1.26',
  },
  'eviction-of-unready-pods': {
    since: 21,
    does: 'Evicts a pod that is not ready while enough others are healthy.',
    source: 'release notes, 1.21',
  },
  'disruption-conditions': {
    since: 21,
    does: 'The disruption controller sets the condition DisruptionAllowed.',
    source: 'release notes, 1.21',
  },
  'disruption-ignores-bare-pods': {
    since: 21,
    does: 'The disruption controller does not count pods without a controller; earlier releases fail.',
    source: 'release notes, 1.21',
  },
  'stateful-set-available-replicas': {
    since: 22,
    does: 'The status of stateful sets always has availableReplicas.',
    source: 'release notes, 1.22',
  },
  'stateful-set-claim-retention': {
    since: 27,
    does: 'Fills in persistentVolumeClaimRetentionPolicy of stateful sets.',
    source: 'release notes, 1.27',
  },
  'stateful-set-min-ready-mutable': {
    since: 22,
    does: 'minReadySeconds of a stateful set may change.',
    source: 'release notes, 1.22',
  },
  'stateful-set-claim-retention-mutable': {
    since: 23,
    does: 'persistentVolumeClaimRetentionPolicy of a stateful set may change.',
    source: 'release notes, 1.23',
  },
  'stateful-set-ordinals-mutable': {
    since: 26,
    does: 'ordinals of a stateful set may change.',
    source: 'release notes, 1.26',
  },
  'daemon-set-surge': {
    since: 22,
    does: 'Rolling updates of a daemon set may start new pods before they stop old ones (maxSurge).',
    source: 'release notes, 1.22',
  },
  'cron-job-generation': {
    since: 22,
    does: 'Cron jobs have metadata.generation.',
    source: 'release notes, 1.22',
  },
  'job-generation': {
    since: 22,
    does: 'Jobs have metadata.generation.',
    source: 'release notes, 1.22',
  },
  'pod-generation': {
    since: 33,
    does: 'Counts the changes of the spec of pods in metadata.generation; simulated nodes tell which one they have seen.',
    source: 'release notes, 1.33',
  },
  'job-completion-mode': {
    since: 22,
    does: 'Fills in completionMode and suspend of jobs.',
    source: 'release notes, 1.22',
  },
  'job-scheduling-mutable': {
    gate: 'JobMutableNodeSchedulingDirectives',
    does: 'Node scheduling fields of a suspended job that never started may change.',
    source: 'release notes, 1.23',
  },
  'job-prefixed-labels': {
    since: 27,
    does: 'Pods of a job have the labels batch.orch.io/controller-uid and batch.orch.io/job-name, and its selector asks for the former.',
    source: 'release notes, 1.27',
  },
  'job-target-conditions': {
    since: 31,
    does: 'A job is given the condition SuccessCriteriaMet or FailureTarget first, and Complete or Failed once its pods have ended.',
    source: 'release notes, 1.31',
  },
  'template-host-ports': {
    removed: 28,
    does: 'Host ports of templates in the network of the node are filled in; later releases fill in those of pods only.',
    source: 'defaults of the published server 1.28',
  },
  'elastic-indexed-jobs': {
    since: 27,
    does: 'completions of an indexed job may change together with parallelism.',
    source: 'release notes, 1.27',
  },
  'scheduler-reads-namespaces': {
    since: 22,
    does: 'The scheduler follows namespaces, by whose labels terms of pod affinity may select.',
    source: 'release notes, 1.22',
  },
  'scheduler-explains-preemption': {
    since: 24,
    does: 'What the scheduler says of a pod that fits nowhere ends with why it helps nobody to remove other pods.',
    source: 'release notes, 1.24',
  },
  'scheduler-untolerated-taint': {
    since: 24,
    does: 'The scheduler calls a taint that keeps a pod away untolerated.',
    source: 'release notes, 1.24',
  },
  'scheduler-hides-taints': {
    since: 35,
    does: 'The scheduler does not name the taints that keep a pod away.',
    source: 'release notes, 1.35',
  },
  'scheduler-names-node-selector': {
    since: 22,
    does: 'The scheduler names the selector of nodes beside the affinity where a node does not match.',
    source: 'scheduler, 1.22',
  },
  'scheduler-single-affinity-reason': {
    since: 22,
    does: 'One reason is given where a node does not match the affinity of pods; before, a general one as well.',
    source: 'scheduler, 1.22',
  },
  'scheduler-pod-wide-reason': {
    since: 26,
    does: 'A reason that keeps a pod from every node is given without the number of nodes.',
    source: 'scheduler, 1.26',
  },
  'scheduler-deallocates-claims': {
    gate: 'DynamicResourceAllocation',
    since: 34,
    does: 'Before pods are removed for another one, the scheduler looks for claims that it could take back.',
    source: 'scheduler, 1.34',
  },
  'cron-jobs-by-minute': {
    since: 21,
    does: 'Jobs of cron jobs carry the minute in their names, and an event tells of one that is left out; earlier the second, and none.',
    source: 'release notes, 1.21',
  },
  'claims-are-controlled': {
    since: 31,
    does: 'Claims that go with a stateful set or with its pod name that as the owner who controls them.',
    source: 'release notes, 1.31',
  },
  'scaling-tells-old-size': {
    since: 24,
    does: 'Events about the size of a replica set tell which size it had before.',
    source: 'release notes, 1.24',
  },
  'scaling-from-to': {
    since: 31,
    does: 'Events about the size of a replica set tell the old size before the new one, of a new set as well.',
    source: 'release notes, 1.31',
  },
} as const satisfies LedgerRows
