import { inertRows, type InertGroup } from './inert-group'
import { NODE_GATES } from './inert-node-gates'
import { SERVER_GATES } from './inert-server-gates'

/** Gates since 1.27 of parts that are not simulated: the server accepts their names and says that they have no effect. */
const GROUPS: readonly InertGroup[] = [
  {
    does: 'How nodes run pods.',
    inert: 'no container runs',
    gates: `
      ContainerCheckpoint alpha 25, beta 30
      CPUManagerPolicyAlphaOptions alpha 23
      CPUManagerPolicyBetaOptions beta 23
      CPUManagerPolicyOptions alpha 22, beta 23, ga 33
      DevicePluginCDIDevices alpha 28, beta 29, ga 31, gone 34
      DisableCPUQuotaWithExclusiveCPUs beta 33, deprecated-on 36
      EventedPLEG alpha 26, beta-off 27, alpha 29
      ExecProbeTimeout ga-free 20, ga 35
      GracefulNodeShutdown alpha 20, beta 21
      GracefulNodeShutdownBasedOnPodPriority alpha 23, beta 24
      ImageMaximumGCAge alpha 29, beta 30, ga 35
      InPlacePodVerticalScalingAllocatedStatus alpha 32, deprecated 33, gone 36
      InPlacePodVerticalScalingExclusiveCPUs alpha 32
      InPlacePodVerticalScalingExclusiveMemory alpha 34
      KubeletCgroupDriverFromCRI alpha 28, beta 31, ga 34
      KubeletCrashLoopBackOffMax alpha 32, beta 35
      KubeletEnsureSecretPulledImages alpha 33, beta 35
      KubeletInUserNamespace alpha 22
      KubeletPodResourcesDynamicResources alpha 27, beta 34, ga 36
      KubeletPodResourcesGet alpha 27, beta 34, ga 36
      KubeletPSI alpha 33, beta 34, ga 36
      KubeletSeparateDiskGC alpha 29, beta 31
      KubeletTracing alpha 25, beta 27, ga 34
      LocalStorageCapacityIsolationFSQuotaMonitoring alpha 15, beta-off 31
      MemoryManager alpha 21, beta 22, ga 32, gone 36
      MemoryQoS alpha 22
      NodeLogQuery alpha 27, beta-off 30, ga 36
      NodeSwap alpha 22, beta-off 28, beta 30, ga 34
      PodAndContainerStatsFromCRI alpha 23
      PodReadyToStartContainersCondition alpha 28, beta 29
      QOSReserved alpha 11
      ReduceDefaultCrashLoopBackOffDecay alpha 33
      ReloadKubeletServerCertificateFile beta 31
      RotateKubeletServerCertificate alpha 7, beta 12
      RuntimeClassInImageCriApi alpha 29
      SystemdWatchdog beta 32, ga 35
      TopologyManagerPolicyAlphaOptions alpha 26
      TopologyManagerPolicyBetaOptions beta-off 26, beta 28
      TopologyManagerPolicyOptions alpha 26, beta 28, ga-free 32, ga 36
      UserNamespacesHostNetworkSupport alpha 35
      WindowsCPUAndMemoryAffinity alpha 32
      WindowsGracefulNodeShutdown alpha 32, beta 34
      WindowsHostNetwork alpha-on 26, deprecated 33
      CRIListStreaming alpha 36
      PLEGOnDemandRelist beta 36
      PodLevelResourceManagers alpha 36
      PodsAPI alpha 36
      ReloadKubeletClientCAFile beta 36`,
  },
  {
    does: 'How the scheduler works.',
    inert: 'the simulated scheduler has no such option',
    gates: `
      ClearingNominatedNodeNameAfterBinding alpha 34, beta 35
      DRASchedulerFilterTimeout beta 34
      GangScheduling alpha 35
      NominatedNodeNameForExpectation alpha 34, beta 35
      OpportunisticBatching beta 35
      ResourceLimitsPriorityFunction alpha 9, gone 19
      SchedulerAsyncAPICalls beta 34, beta-off 35
      SchedulerAsyncPreemption alpha 32, beta 33
      SchedulerPopFromBackoffQ beta 33
      SchedulerQueueingHints beta 28, beta-off 29, beta 32, ga 34
      StorageCapacityScoring alpha 33`,
  },
  {
    does: 'How volumes are attached and provisioned.',
    inert: 'volumes are not simulated',
    gates: `
      CSIMigrationPortworx alpha 23, beta-off 25, beta 31, ga 33, gone 36
      CSIVolumeHealth alpha 21
      CrossNamespaceVolumeDataSource alpha 26
      GitRepoVolumeDriver deprecated 33, deprecated-locked 36
      HonorPVReclaimPolicy alpha 23, beta 31, ga 33, gone 36
      MutablePVNodeAffinity alpha 35
      PersistentVolumeClaimUnusedSinceTime alpha 36`,
  },
  {
    does: 'How nodes carry traffic to services.',
    inert: 'there is no network traffic',
    gates: `
      NFTablesProxyMode alpha 29, beta 31, ga 33
      WinDSR alpha 14, beta 33, ga 34
      WinOverlay alpha 14, beta 20, ga 34`,
  },
  {
    does: 'How the server works inside.',
    inert: 'the simulated server works differently inside',
    gates: `
      APIResponseCompression alpha 8, beta 16
      APIServerIdentity alpha 20, beta 26
      APIServerTracing alpha 22, beta 27, ga 34
      APIServingWithRoutine beta 30, alpha 31
      AllowUnsafeMalformedObjectDeletion alpha 32
      BtreeWatchCache beta 32, ga 33
      CBORServingAndStorage alpha 32
      ComponentSLIs alpha 26, beta 27, ga 32, gone 35
      ConcurrentWatchObjectDecode beta-off 31
      ConsistentListFromCache alpha 28, beta 31, ga 34
      DeclarativeValidation beta 33, ga 36
      DeclarativeValidationTakeover beta-off 33, deprecated 36
      DetectCacheInconsistency beta 34
      DisableAllocatorDualWrite alpha 31, beta-off 33, ga-free 34, ga 35
      KMSv1 deprecated-on 28, deprecated 29
      ListFromCacheSnapshot alpha 33, beta 34
      PortForwardWebsockets alpha 30, beta 31
      ResilientWatchCacheInitialization beta 31, ga 34
      SeparateCacheWatchRPC beta 30, deprecated 33, deprecated-locked 36
      SizeBasedListCostEstimate beta 34
      StorageNamespaceIndex beta 30, deprecated-on 33
      StreamingCollectionEncodingToJSON beta 33, ga 34
      StreamingCollectionEncodingToProtobuf beta 33, ga 34
      TranslateStreamCloseWebsocketRequests alpha 29, beta 30
      UnauthenticatedHTTP2DOSMitigation beta 29
      UnknownVersionInteroperabilityProxy alpha 28, beta 36
      WatchCacheInitializationPostStartHook beta-off 31, beta 36
      WatchListClient beta-off 30, beta 35
      DeclarativeValidationBeta beta 36
      ManifestBasedAdmissionControlConfig alpha 36
      NativeHistograms alpha 36
      ShardedListAndWatch alpha 36`,
  },
  {
    does: 'What callers prove and what tokens tell.',
    inert: 'tokens, certificates and permissions are checked as in earlier releases',
    gates: `
      ExternalServiceAccountTokenSigner alpha 32, beta 34, ga 36
      PreventStaticPodAPIReferences beta 34
      StructuredAuthenticationConfigurationEgressSelector beta 34
      StructuredAuthenticationConfigurationJWKSMetrics beta 35`,
  },
  {
    does: 'How controllers look after workloads.',
    inert: 'the simulated controllers have no such option',
    gates: `
      CloudControllerManagerWatchBasedRoutesReconciliation alpha 35
      CloudControllerManagerWebhook alpha 27
      SeparateTaintEvictionController beta 29, ga 34
      StatefulSetSemanticRevisionComparison beta 35
      ControllerManagerReleaseLeaderElectionLockOnExit alpha 36
      StaleControllerConsistencyDaemonSet beta 36
      StaleControllerConsistencyJob beta 36
      StaleControllerConsistencyReplicaSet beta 36
      StaleControllerConsistencyStatefulSet beta 36`,
  },
  {
    does: 'Which values of fields are valid.',
    inert: 'values are checked as in earlier releases',
    gates: `
      AllowServiceExternalIPs ga-free 36
      ServiceCIDRStatusFieldWiping deprecated-on 36`,
  },
]

/** Rows of the gates of all groups. */
export const INERT_GATES = inertRows([...GROUPS, ...NODE_GATES, ...SERVER_GATES])
