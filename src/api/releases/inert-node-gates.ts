import type { InertGroup } from './inert-group'

/** Gates of nodes and volumes. */
export const NODE_GATES: readonly InertGroup[] = [
  {
    does: 'How nodes run pods.',
    inert: 'no container runs',
    gates: `
      AllowDNSOnlyNodeCSR deprecated 31
      AllowInsecureKubeletCertificateSigningRequests deprecated 31
      AppArmor beta 4, ga 31, gone 33
      CPUManager alpha 8, beta 10, ga 26, gone 33
      CRIContainerLogRotation beta 11, ga 21, gone 23
      ChangeContainerStatusOnKubeletRestart deprecated 35
      CustomCPUCFSQuotaPeriod alpha 12, ga-free 36
      DRAControlPlaneController alpha 31, gone 32
      DevicePlugins alpha 8, beta 10, ga 26, gone 28
      DisableAcceleratorUsageMetrics alpha 19, beta 20, ga 25, gone 28
      DisableNodeKubeProxyVersion alpha 29, deprecated 31, deprecated-on 33
      DownwardAPIHugePages alpha 20, beta-off 21, beta 23, ga 27, gone 29
      ExperimentalHostUserNamespaceDefaulting beta-off 5, deprecated-locked 28, gone 30
      HugePageStorageMediumSize alpha 18, beta 19, ga 22, gone 25
      HyperVContainer alpha 10, deprecated 20, gone 21
      KubeletCredentialProviders alpha 20, beta 24, ga 26, gone 28
      KubeletPodResources alpha 13, beta 15, ga 28, gone 30
      KubeletPodResourcesGetAllocatable alpha 21, beta 23, ga 28, gone 30
      KubeletPodResourcesListUseActivePods deprecated-on 34
      KubeletRegistrationGetOnExistsOnly deprecated 32
      LocalStorageCapacityIsolation beta 10, ga 25, gone 27
      NodeLease alpha 12, beta 14, ga 17, gone 23
      PodHasNetworkCondition alpha 25, gone 28
      PodShareProcessNamespace alpha 10, beta 12, ga 17, gone 19
      PreferNominatedNode alpha 21, beta 22, ga 24, gone 26
      RotateKubeletClientCertificate beta 8, ga 19, gone 21
      SeccompDefault alpha 22, beta 25, ga 27, gone 29
      SupportNodePidsLimit beta 15, ga 20, gone 23
      SupportPodPidsLimit alpha 10, beta 14, ga 20, gone 23
      TopologyManager alpha 16, beta 18, ga 27, gone 29
      WindowsGMSA alpha 14, beta 16, ga 18, gone 21
      WindowsRunAsUserName alpha 16, beta 17, ga 18, gone 21`,
  },
  {
    does: 'How volumes are attached, mounted and provisioned.',
    inert: 'volumes are not simulated',
    gates: `
      AttachVolumeLimit alpha 11, beta 12, ga 17, gone 21
      BalanceAttachedNodeVolumes alpha 11, gone 23
      BlockVolume alpha 9, beta 13, ga 18, gone 21
      CSIBlockVolume alpha 11, beta 14, ga 18, gone 21
      CSIDriverRegistry alpha 12, beta 14, ga 18, gone 21
      CSIInlineVolume alpha 14, beta 16, ga 25, gone 27
      CSIMigration alpha 14, beta 17, ga 25, gone 27
      CSIMigrationAWS alpha 14, beta-off 17, beta 23, ga 25, gone 27
      CSIMigrationAWSComplete alpha 17, gone 21
      CSIMigrationAzureDisk alpha 15, beta-off 19, beta 23, ga-free 24, ga 25, gone 27
      CSIMigrationAzureDiskComplete alpha 17, gone 21
      CSIMigrationAzureFile alpha 15, beta-off 21, beta 24, ga-free 26, ga 27, gone 30
      CSIMigrationAzureFileComplete alpha 17, gone 21
      CSIMigrationGCE alpha 14, beta-off 17, beta 23, ga 25, gone 28
      CSIMigrationGCEComplete alpha 17, gone 21
      CSIMigrationOpenStack alpha 14, beta-off 18, beta 21, ga 24, gone 26
      CSIMigrationOpenStackComplete alpha 17, gone 21
      CSIMigrationRBD alpha 23, deprecated 28, gone 31
      CSIMigrationvSphere beta-off 19, beta 25, ga-free 26, ga 27, gone 29
      CSIMigrationvSphereComplete beta-off 19, gone 23
      CSINodeExpandSecret alpha 25, beta 27, ga 29, gone 31
      CSINodeInfo alpha 12, beta 14, ga 17, gone 21
      DelegateFSGroupToCSIDriver alpha 22, beta 23, ga 26, gone 28
      InTreePluginAWSUnregister alpha 21, gone 31
      InTreePluginAzureDiskUnregister alpha 21, gone 31
      InTreePluginAzureFileUnregister alpha 21, gone 31
      InTreePluginGCEUnregister alpha 21, gone 31
      InTreePluginOpenStackUnregister alpha 21, gone 31
      InTreePluginPortworxUnregister alpha 23, gone 36
      InTreePluginRBDUnregister alpha 23, deprecated 28, gone 31
      InTreePluginvSphereUnregister alpha 21, gone 31
      NewVolumeManagerReconstruction beta 27, ga 30, gone 32
      NodeOutOfServiceVolumeDetach alpha 24, beta 26, ga 28, gone 32
      SizeMemoryBackedVolumes alpha 20, beta 22, ga 32, gone 35
      SkipReadOnlyValidationGCE alpha 28, deprecated-on 29, gone 31
      VolumeCapacityPriority alpha 21, gone 33
      VolumePVCDataSource alpha 15, beta 16, ga 18, gone 21
      VolumeSnapshotDataSource alpha 12, beta 17, ga 20, gone 23
      VolumeSubpath ga-free 10, ga 23, gone 25`,
  },
]
