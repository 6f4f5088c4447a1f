import type { InertGroup } from './inert-group'

/** Gates of networking, clouds, logging and clients, and of the server itself. */
export const SERVER_GATES: readonly InertGroup[] = [
  {
    does: 'How nodes and load balancers carry traffic.',
    inert: 'there is no network traffic',
    gates: `
      AllowServiceLBStatusOnNonLB deprecated 29, deprecated-locked 32, gone 35
      EndpointSliceProxying alpha 18, beta 19, ga 22, gone 25
      IPTablesOwnershipCleanup alpha 25, beta 27, ga 28, gone 30
      KubeProxyDrainingTerminatingNodes alpha 28, beta 30, ga 31, gone 33
      LegacyNodeRoleBehavior alpha-on 16, beta 19, ga-off 21, gone 23
      MinimizeIPTablesRestore alpha 26, beta 27, ga 28, gone 30
      NodeDisruptionExclusion alpha 16, beta 19, ga 21, gone 23
      ProxyTerminatingEndpoints alpha 22, beta 26, ga 28, gone 30
      ServiceNodeExclusion alpha 9, beta 19, ga 21, gone 23
      ServiceLoadBalancerFinalizer alpha 15, beta 16, ga 17, gone 20
      StableLoadBalancerNodeSet beta 27, ga 30, gone 32
      SupportIPVSProxyMode ga-free 11, gone 20
      WindowsEndpointSliceProxying alpha 19, beta 21, ga 22, gone 25`,
  },
  {
    does: 'What a cloud tells of nodes.',
    inert: 'there is no cloud provider',
    gates: `
      CloudDualStackNodeIPs alpha 27, beta 29, ga 30, gone 32
      ControllerManagerLeaderMigration alpha 21, beta 22, ga 24, gone 27
      DisableCloudProviders alpha 22, beta 29, ga 31, gone 33
      DisableKubeletCloudCredentialProviders alpha 23, beta 29, ga 31, gone 33
      MultiCIDRRangeAllocator alpha 25, gone 29`,
  },
  {
    does: 'How parts of a cluster write their logs.',
    inert: 'the log format is fixed',
    gates: `
      ContextualLogging alpha 24, beta-off 30, beta 33
      LoggingAlphaOptions alpha 24
      LoggingBetaOptions beta 24`,
  },
  {
    does: 'How clients inside of a cluster read.',
    inert: 'the internal clients of this server have no such option',
    gates: `
      AtomicFIFO beta 36
      ClientsAllowCARotation beta 36
      ClientsAllowCBOR alpha 32
      ClientsAllowTLSCacheGC beta 36
      ClientsPreferCBOR alpha 32
      InOrderInformers beta 33, ga 36
      InOrderInformersBatchProcess beta 35
      InformerResourceVersion alpha 30, ga-free 35
      UnlockWhileProcessingFIFO beta 36`,
  },
  {
    does: 'How the server works inside.',
    inert: 'the simulated server works differently inside',
    gates: `
      AdvancedAuditing alpha 7, beta 8, ga-free 12, ga 27, gone 28
      ConsistentHTTPGetHandlers ga-free 26, ga 30, gone 31
      EfficientWatchResumption alpha 20, beta 21, ga 24, gone 33
      KMSv2 alpha 25, beta 27, ga 29, gone 32
      KMSv2KDF beta-off 28, ga 29, gone 32
      SelectorIndex alpha 18, beta 19, ga 20, gone 25
      StreamingProxyRedirects beta 6, deprecated-on 18, deprecated 22, gone 24
      ValidateProxyRedirects alpha 12, beta 14, deprecated-on 22, gone 24
      WatchFromStorageWithoutResourceVersion beta-off 30, deprecated-locked 33, gone 36`,
  },
  {
    does: 'Rules of the API server and its controllers.',
    inert: 'this behaviour is fixed to the default of the release',
    gates: `
      APISelfSubjectReview alpha 26, beta 27, ga 28, gone 30
      AllowOverwriteTerminationGracePeriodSeconds deprecated 32, deprecated-locked 35
      DefaultIngressClass beta 18, ga 19, gone 20
      ElasticIndexedJob beta 27, ga 31, gone 34
      ExpandedDNSConfig alpha 22, beta 26, ga 28, gone 30
      ExternalPolicyForExternalIP ga-off-free 18, ga-free 19, ga 20, gone 23
      LegacySidecarContainers deprecated 33, gone 34
      ProbeHostPodSecurityStandards ga 34, gone 35
      ResourceQuotaScopeSelectors alpha 11, beta 12, ga 17, gone 18
      RunAsGroup beta 14, ga 21, gone 23
      SCTPSupport alpha 12, beta 19, ga 20, gone 23
      ScheduleDaemonSetPods alpha 11, beta 12, ga 17, gone 18
      StrictCostEnforcementForVAP beta-off 31, ga 32, gone 35
      StrictCostEnforcementForWebhooks beta-off 31, ga 32, gone 35
      Sysctls alpha 4, beta 11, ga 21, gone 23
      TaintBasedEvictions alpha 6, beta 13, ga 18, gone 20
      VolumeSubpathEnvExpansion alpha 14, beta 15, ga 17, gone 19
      ZeroLimitedNominalConcurrencyShares beta-off 29, ga 30, gone 32`,
  },
  {
    does: 'Reading logs through nodes.',
    inert: 'logs are made by the simulation, not fetched from nodes',
    gates: `
      AllowInsecureBackendProxy beta 17, ga 21, gone 23`,
  },
  {
    does: 'Which controller makes jobs of cron jobs.',
    inert: 'all releases use the same cron job controller',
    gates: `
      CronJobControllerV2 alpha 20, beta 21, ga 22, gone 23`,
  },
  {
    does: 'Rules that are off by default.',
    inert: 'this behaviour is not simulated: it is always off',
    gates: `
      DynamicAuditing alpha 13, gone 19
      RequestManagement alpha 15, gone 17
      ServiceTopology alpha 17, gone 23
      UserNamespacesPodSecurityStandards alpha 29, gone 35`,
  },
  {
    does: 'Whether SecurityContextDeny may be used.',
    inert: 'the plugin runs whenever --enable-admission-plugins names it',
    gates: `
      SecurityContextDeny alpha 27, gone 30`,
  },
]
