import type { LedgerRows } from './row'

/** Differences in pods and the kinds that run them. */
export const WORKLOAD_ROWS = {
  'autoscaler-writes-v1': {
    removed: 24,
    does: 'The autoscaling controller writes the status of autoscalers in version v1: conditions and metrics as annotations.',
    source: '1.20 from the published controllers; release notes, 1.24',
  },
  'autoscaler-needs-all-to-shrink': {
    since: 22,
    does: 'An autoscaler removes no pods while one of its metrics has no value.',
    source: '1.20 from the published controllers; the release of the change is estimated',
  },
  'endpoints-of-pod-versions': {
    removed: 24,
    does: 'Endpoints and EndpointSlices name the resourceVersion of each pod.',
    source: '1.20 by comparing; release notes, 1.24',
  },
  'slices-by-family': {
    since: 20,
    does: 'A service gets EndpointSlices for each of its IP families; a headless one without families gets them for both.',
    source: '1.20 by comparing; the change of the published controllers in 1.20',
  },
  'ephemeral-block-volumes': {
    since: 23,
    does: 'Raw block devices may also be of ephemeral volumes; before, only of claims.',
    source: '1.20 by comparing with the published server; the release of the change is estimated',
  },
  'stateful-set-template-validated': {
    since: 34,
    does: 'Pod templates, claim templates and service names of new stateful sets are validated.',
    source: '1.35 by comparing; pull requests 131790 and 132212 of the published server',
  },
  'limit-in-errors': {
    since: 27,
    does: 'Errors about requests above the limit name the limit.',
    source: 'published source of the release, validation of pods',
  },
  'pods-name-claims': {
    since: 31,
    does: 'References of pods to claims of devices name the claim or its template directly; earlier releases have a source.',
    source: 'published source of the release, validation of pods',
  },
  'pod-huge-page-limits': {
    since: 33,
    does: 'Pod-level limits of huge pages are those of the containers, if the pod has other resources.',
    source: 'published source of the release, defaults of pods',
  },
  'message-policies-listed': {
    since: 25,
    does: 'The error about terminationMessagePolicy lists the values that exist.',
    source: 'published source of the release, validation of pods',
  },
  'unmasked-needs-own-users': {
    since: 30,
    does: 'The mount of /proc may be Unmasked only in pods with users of their own.',
    source: 'published source of the release, validation of pods',
  },
  'host-port-blamed': {
    since: 28,
    does: 'With host networking, the error about different ports is that of hostPort; in earlier releases of containerPort.',
    source: 'published source of the release, validation of pods',
  },
  'sysctl-form-anchored': {
    since: 25,
    does: 'Errors about names of sysctls print the pattern with its ends.',
    source: 'published source of the release, validation of pods; 1.24 was not compared',
  },
  'host-sysctls-refused': {
    since: 29,
    does: 'Sysctls of a namespace that the pod shares with its host are refused.',
    source: 'published source of the release, validation of pods',
  },
  'toleration-value-blamed': {
    since: 32,
    does: 'The error about a toleration with Exists and a value shows the value; earlier releases show the toleration.',
    source: 'published source of the release, validation of pods',
  },
  'tolerations-compare': {
    since: 35,
    does: 'Tolerations know the operators Lt and Gt.',
    source: 'published source of the release, validation of pods',
  },
  'one-type-per-source': {
    since: 31,
    does: 'The error about several types says that it means one source of a projected volume.',
    source: 'published source of the release, validation of pods',
  },
  'token-path-checked': {
    since: 30,
    does: 'The path of a projected token must be relative and may not lead upwards, like that of any other projection.',
    source: '1.20 by comparing; the change of the published server in 1.30',
  },
  'pod-warnings': {
    since: 22,
    does: 'Warns about deprecated or questionable fields in pods and pod templates.',
    source: 'release notes, 1.22',
  },
  'status-keeps-qos-class': {
    since: 32,
    does: 'A status of a pod that leaves out qosClass keeps it; earlier releases drop it.',
    source: '1.20 by comparing; the change of the published server in 1.32',
  },
  'node-warnings': {
    since: 22,
    does: 'Warns about deprecated fields of nodes.',
    source: '1.20 by comparing; release notes, 1.22',
  },
  'node-affinity-warnings': {
    since: 26,
    does: 'Warns about deprecated labels of nodes in node affinities, and names the label.',
    source: 'release notes, 1.26',
  },
  'pod-name-warnings': {
    since: 27,
    does: 'Warns about names of pods and workloads that are no good host names.',
    source: 'release notes, 1.27',
  },
  'seccomp-annotations-ignored': {
    since: 27,
    does: 'Warns that seccomp annotations have no effect any more.',
    source: 'release notes, 1.27',
  },
  'null-selector-warnings': {
    since: 28,
    does: 'Warns about selectors of affinities and spread constraints that match no pod because they are missing.',
    source: 'release notes, 1.28',
  },
  'pod-port-warnings': {
    since: 28,
    does: 'Warns about container ports that get in the way of each other.',
    source: 'release notes, 1.28',
  },
  'hidden-variable-warnings': {
    since: 28,
    does: 'Warns about a repeated environment variable only if its value does not use the former one.',
    source: 'release notes, 1.28',
  },
  'dropped-variable-warnings': {
    since: 30,
    does: 'The warning about a hidden environment variable says that apply may drop it.',
    source: 'release notes, 1.30',
  },
  'app-armor-fields': {
    since: 30,
    does: 'Containers of new pods get the AppArmor profiles that annotations name as fields.',
    source: '1.35 by comparing; release notes, 1.30',
  },
  'app-armor-warnings': {
    since: 30,
    does: 'Warns about AppArmor annotations of pod templates without the field that replaces them.',
    source: 'release notes, 1.30',
  },
  'port-name-warnings': {
    since: 33,
    does: 'Warns about container ports of one pod that have the same name.',
    source: 'release notes, 1.33',
  },
  'volume-path-warnings': {
    since: 33,
    does: 'Warns about files of a volume that would be written over each other.',
    source: 'release notes, 1.33',
  },
  'history-limit-warnings': {
    since: 33,
    does: 'Warns about a negative revisionHistoryLimit of stateful sets.',
    source: 'release notes, 1.33',
  },
  'many-indexes-warnings': {
    since: 28,
    does: 'Warns about indexed jobs whose indexes are too many to be tracked.',
    source: 'release notes, 1.28',
  },
  'any-variable-name': {
    gate: 'RelaxedEnvironmentVariableValidation',
    does: 'Names of environment variables may contain all printable ASCII characters except =.',
    source: 'release notes, 1.30, 1.32 and 1.34',
  },
  'underscores-in-search-domains': {
    gate: 'RelaxedDNSSearchValidation',
    does: 'Search domains of pods may contain underscores, and may be a single dot.',
    source: 'release notes, 1.32 to 1.34',
  },
  'declares-cpu-resize': {
    gate: 'NodeDeclaredFeatures',
    since: 35,
    removed: 36,
    does: 'Nodes declare the feature GuaranteedQoSPodCPUResize: the CPU of Guaranteed pods can be resized.',
    source: 'release notes, 1.35',
  },
  'declares-pod-level-resize': {
    gate: 'InPlacePodLevelResourcesVerticalScaling',
    does: 'Nodes declare that they can resize pod-level resources.',
    source: 'release notes, 1.35',
  },
  'declares-restart-of-all-containers': {
    gate: 'RestartAllContainersOnContainerExits',
    does: 'Nodes declare that a container exit can restart all containers of the pod.',
    source: 'release notes, 1.35',
  },
  'declares-init-container-resize': {
    gate: 'InPlacePodVerticalScalingInitContainers',
    does: 'Nodes declare that they can resize running init containers, and the server allows it.',
    source: 'release notes, 1.36',
  },
  'declares-web-sockets': {
    gate: 'ExtendWebSocketsToKubelet',
    does: 'Nodes declare that they support WebSockets directly.',
    source: 'release notes, 1.36',
  },
  'init-container-words': {
    since: 28,
    does: 'Errors about fields that init containers may not set say that sidecars may.',
    source: 'validation of pods, 1.27 and 1.28',
  },
  'sleep-of-zero-hint': {
    since: 32,
    does: 'The error about a sleep of zero seconds names the gate that would allow it.',
    source: 'validation of pods, 1.31 and 1.32',
  },
  'host-users-and-devices': {
    since: 34,
    does: 'Pods with users of their own (hostUsers: false) may not use volumes as devices.',
    source: 'validation of pods, 1.33 and 1.34',
  },
  'cron-zone-warning': {
    since: 23,
    removed: 29,
    does: 'Warns of a time zone in the schedule of a cron job.',
    source: 'published source, strategy of cron jobs, 1.23, 1.27 and 1.29',
  },
  'job-tracking-annotation': {
    since: 23,
    removed: 28,
    does: 'A new job has an annotation if its pods are counted by finalizers.',
    source: 'published source, strategy of jobs, 1.23, 1.27 and 1.29; the release of the end is estimated',
  },
  'cron-schedule-without-zone': {
    since: 29,
    does: 'The schedule of a new cron job must not name a time zone.',
    source: 'validation of cron jobs, 1.27 and 1.29',
  },
  'resize-refuses-other-containers': {
    since: 33,
    does: 'A resize that adds, removes, renames or moves containers is refused, and so is one of init containers that are no sidecars.',
    source: 'validation and strategy of pods, 1.33',
  },
  'resize-whole-pods': {
    gate: 'InPlacePodLevelResourcesVerticalScaling',
    does: 'Pod-level resources of a running pod can be changed.',
    source: 'validation and strategy of pods, 1.35',
  },
  'resize-names-missing-gate': {
    since: 35,
    does: 'Refusing to resize a pod with pod-level resources names the gate that would allow it.',
    source: 'validation of pods, 1.34 and 1.35',
  },
  'resize-proposed': {
    removed: 33,
    does: 'When the resources of a pod change, the server sets status.resize to Proposed.',
    source: 'release notes, 1.27 and 1.33',
  },
  'resize-events': {
    since: 34,
    does: 'Nodes report the progress of a resize in events.',
    source: 'release notes, 1.34',
  },
  'resize-conditions': {
    since: 33,
    does: 'The progress of a resize is shown in pod conditions; in earlier releases in status.resize.',
    source: 'release notes, 1.33',
  },
  'seccomp-annotations': {
    removed: 27,
    does: 'Accepts seccomp profiles in annotations and keeps them consistent with the fields.',
    source: 'release notes, 1.27',
  },
  'seccomp-fields-copied-to-annotations': {
    removed: 25,
    does: 'Copies seccomp profiles from fields to annotations.',
    source: 'release notes, 1.25',
  },
  'cron-schedule-words': {
    since: 22,
    does: 'Errors in cron job schedules have the wording of the newer cron library.',
    source: 'comparing 1.21, which has the older words, with 1.23',
  },
  'pod-grace-period-mended': {
    since: 22,
    does: 'A negative grace period of a pod counts as one second and can be changed to it; the error for other changes mentions this. Before, it ends the pod at once.',
    source: 'release notes, 1.22',
  },
  'scheduling-gates-only-removed': {
    since: 26,
    does: 'Updates of a pod can remove scheduling gates, but not add them.',
    source: 'release notes, 1.26',
  },
  'topology-spread-selector-validated': {
    since: 27,
    does: 'Validates the labelSelector of topology spread constraints.',
    source: 'release notes, 1.27',
  },
  'long-dns-search-list': {
    since: 26,
    does: 'Allows up to 32 DNS search domains with 2048 characters in total; earlier releases allow 6 with 256.',
    source: 'release notes, 1.26',
  },
  'sysctl-names-with-slash': {
    since: 24,
    does: 'Accepts sysctl names with slashes, such as net/ipv4/ip_forward.',
    source: 'release notes, 1.24',
  },
  'container-names-compared-last': {
    since: 24,
    does: 'Reports a duplicate container name, and errors of hooks and probes, after all other errors of the container.',
    source: 'release notes, 1.24',
  },
  'affinity-selector-errors-by-field': {
    since: 21,
    does: 'Errors in a pod affinity selector are at labelSelector; in earlier releases at matchExpressions.',
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
    does: 'A pod that is not ready can be evicted while enough others are healthy.',
    source: 'release notes, 1.21',
  },
  'eviction-retry-after': {
    since: 22,
    does: 'An eviction that waits for the disruption controller is answered with Retry-After.',
    source: '1.20 by comparing',
  },
  'disruption-conditions': {
    since: 21,
    does: 'The disruption controller and evictions set the condition DisruptionAllowed.',
    source: 'release notes, 1.21',
  },
  'disruption-ignores-bare-pods': {
    since: 21,
    does: 'The disruption controller ignores pods without a controller; in earlier releases it fails.',
    source: 'release notes, 1.21',
  },
  'stateful-set-available-replicas': {
    since: 22,
    does: 'The status of a stateful set always contains availableReplicas.',
    source: 'release notes, 1.22',
  },
  'sets-recreate-succeeded': {
    since: 27,
    does: 'Stateful sets and daemon sets also recreate pods that have ended without an error.',
    source: 'release notes, 1.27',
  },
  'stateful-set-claim-retention': {
    since: 27,
    does: 'Sets default values for persistentVolumeClaimRetentionPolicy of stateful sets.',
    source: 'release notes, 1.27',
  },
  'stateful-set-min-ready-mutable': {
    since: 22,
    does: 'minReadySeconds of a stateful set can be updated.',
    source: 'release notes, 1.22',
  },
  'stateful-set-claim-retention-mutable': {
    since: 23,
    does: 'persistentVolumeClaimRetentionPolicy of a stateful set can be updated.',
    source: 'release notes, 1.23',
  },
  'stateful-set-ordinals-mutable': {
    since: 26,
    does: 'ordinals of a stateful set can be updated.',
    source: 'release notes, 1.26',
  },
  'daemon-set-surge': {
    since: 22,
    does: 'Rolling updates of a daemon set can start new pods before they stop the old ones (maxSurge).',
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
    does: 'metadata.generation of a pod counts changes of its spec; simulated nodes report observedGeneration.',
    source: 'release notes, 1.33',
  },
  'job-completion-mode': {
    since: 22,
    does: 'Sets default values for completionMode and suspend of jobs.',
    source: 'release notes, 1.22',
  },
  'job-removes-surplus': {
    since: 22,
    does: 'A job deletes pods that it no longer needs for its completions; before, only those above its parallelism.',
    source: '1.20 and 1.21 from the published controllers; the release of the change is estimated',
  },
  'job-scheduling-mutable': {
    gate: 'JobMutableNodeSchedulingDirectives',
    does: 'The scheduling fields of a suspended job can be updated if it has never started.',
    source: 'release notes, 1.23',
  },
  'job-prefixed-labels': {
    since: 27,
    does: 'Pods of a job have the labels batch.orch.io/controller-uid and batch.orch.io/job-name, and the job selects them by the first.',
    source: 'release notes, 1.27',
  },
  'job-target-conditions': {
    since: 31,
    does: 'A job first gets the condition SuccessCriteriaMet or FailureTarget, and then Complete or Failed when its pods have ended.',
    source: 'release notes, 1.31',
  },
  'template-host-ports': {
    removed: 28,
    does: 'Sets host ports in pod templates that use the host network; later releases set them only in pods.',
    source: 'defaults of the published server 1.28',
  },
  'elastic-indexed-jobs': {
    since: 27,
    does: 'completions of an indexed job can be updated together with parallelism.',
    source: 'release notes, 1.27',
  },
  'cron-jobs-by-minute': {
    since: 21,
    does: 'Cron jobs wait for their next time: names of jobs contain the minute, and a run is skipped or late with an event of its own. Earlier releases look at all of them every 10 s, use the second, and start nothing after 100 missed times.',
    source: 'release notes, 1.21',
  },
  'misplaced-owner-events': {
    since: 20,
    does: 'An event tells that an object names an owner in another namespace.',
    source: 'release notes, 1.20',
  },
  'storage-provisioner-annotation': {
    since: 23,
    does: 'Claims name their provisioner in the annotation volume.orch.io/storage-provisioner too.',
    source: 'release notes, 1.23',
  },
  'mirrored-slices': {
    since: 19,
    does: 'Endpoints that people write for a service without a selector are mirrored into slices.',
    source: 'release notes, 1.19',
  },
  'mirrored-slices-as-endpoints': {
    since: 21,
    does: 'Mirrored slices have the annotations of their endpoints, and tell which addresses are not ready; before, all were ready.',
    source: 'release notes, 1.21',
  },
  'claims-are-controlled': {
    since: 31,
    does: 'Claims that are deleted with a stateful set or its pod have it as controlling owner.',
    source: 'release notes, 1.31',
  },
  'scaling-tells-old-size': {
    since: 24,
    does: 'Scaling events of a replica set include the old size.',
    source: 'release notes, 1.24',
  },
  'scaling-from-to': {
    since: 31,
    does: 'Scaling events of a replica set give the old size before the new one, also for a new set.',
    source: 'release notes, 1.31',
  },
  'old-sets-by-revision': {
    since: 21,
    does: 'A deployment removes the old replica sets with the lowest revisions first; before, the oldest ones.',
    source: 'release notes, 1.21',
  },
} as const satisfies LedgerRows
