/**
 * The structs of a pod template in release 1.20, one a line: name, then fields in the order of the Go types. A field is `Name=json:type`;
 * the JSON name is omitted if only its first letter differs, and the type of a string. An empty JSON name is an embedded struct.
 */
export const templateTypesText = `PodTemplateSpec ObjectMeta=metadata:.ObjectMeta Spec:.PodSpec
ObjectMeta Name GenerateName Namespace SelfLink UID=uid:types.UID ResourceVersion Generation:int64 CreationTimestamp:.Time DeletionTimestamp:*.Time DeletionGracePeriodSeconds:*int64 Labels:map[string]string Annotations:map[string]string OwnerReferences:[].OwnerReference Finalizers:[]string ClusterName ManagedFields:[].ManagedFieldsEntry
PodSpec Volumes:[].Volume InitContainers:[].Container Containers:[].Container EphemeralContainers:[].EphemeralContainer RestartPolicy:.RestartPolicy TerminationGracePeriodSeconds:*int64 ActiveDeadlineSeconds:*int64 DNSPolicy=dnsPolicy:.DNSPolicy NodeSelector:map[string]string ServiceAccountName DeprecatedServiceAccount=serviceAccount AutomountServiceAccountToken:*bool NodeName HostNetwork:bool HostPID:bool HostIPC:bool ShareProcessNamespace:*bool SecurityContext:*.PodSecurityContext ImagePullSecrets:[].LocalObjectReference Hostname Subdomain Affinity:*.Affinity SchedulerName Tolerations:[].Toleration HostAliases:[].HostAlias PriorityClassName Priority:*int32 DNSConfig=dnsConfig:*.PodDNSConfig ReadinessGates:[].PodReadinessGate RuntimeClassName:*string EnableServiceLinks:*bool PreemptionPolicy:*.PreemptionPolicy Overhead:.ResourceList TopologySpreadConstraints:[].TopologySpreadConstraint SetHostnameAsFQDN:*bool
OwnerReference APIVersion=apiVersion Kind Name UID=uid:types.UID Controller:*bool BlockOwnerDeletion:*bool
Volume Name VolumeSource=:.VolumeSource
Container Name Image Command:[]string Args:[]string WorkingDir Ports:[].ContainerPort EnvFrom:[].EnvFromSource Env:[].EnvVar Resources:.ResourceRequirements VolumeMounts:[].VolumeMount VolumeDevices:[].VolumeDevice LivenessProbe:*.Probe ReadinessProbe:*.Probe StartupProbe:*.Probe Lifecycle:*.Lifecycle TerminationMessagePath TerminationMessagePolicy:.TerminationMessagePolicy ImagePullPolicy:.PullPolicy SecurityContext:*.SecurityContext Stdin:bool StdinOnce:bool TTY=tty:bool
EphemeralContainer EphemeralContainerCommon=:.EphemeralContainerCommon TargetContainerName
PodSecurityContext SELinuxOptions=seLinuxOptions:*.SELinuxOptions WindowsOptions:*.WindowsSecurityContextOptions RunAsUser:*int64 RunAsGroup:*int64 RunAsNonRoot:*bool SupplementalGroups:[]int64 FSGroup=fsGroup:*int64 Sysctls:[].Sysctl FSGroupChangePolicy=fsGroupChangePolicy:*.PodFSGroupChangePolicy SeccompProfile:*.SeccompProfile
LocalObjectReference Name
Affinity NodeAffinity:*.NodeAffinity PodAffinity:*.PodAffinity PodAntiAffinity:*.PodAntiAffinity
Toleration Key Operator:.TolerationOperator Value Effect:.TaintEffect TolerationSeconds:*int64
HostAlias IP=ip Hostnames:[]string
PodDNSConfig Nameservers:[]string Searches:[]string Options:[].PodDNSConfigOption
PodReadinessGate ConditionType:.PodConditionType
TopologySpreadConstraint MaxSkew:int32 TopologyKey WhenUnsatisfiable:.UnsatisfiableConstraintAction LabelSelector:*.LabelSelector
VolumeSource HostPath:*.HostPathVolumeSource EmptyDir:*.EmptyDirVolumeSource GCEPersistentDisk=gcePersistentDisk:*.GCEPersistentDiskVolumeSource AWSElasticBlockStore=awsElasticBlockStore:*.AWSElasticBlockStoreVolumeSource GitRepo:*.GitRepoVolumeSource Secret:*.SecretVolumeSource NFS=nfs:*.NFSVolumeSource ISCSI=iscsi:*.ISCSIVolumeSource Glusterfs:*.GlusterfsVolumeSource PersistentVolumeClaim:*.PersistentVolumeClaimVolumeSource RBD=rbd:*.RBDVolumeSource FlexVolume:*.FlexVolumeSource Cinder:*.CinderVolumeSource CephFS=cephfs:*.CephFSVolumeSource Flocker:*.FlockerVolumeSource DownwardAPI:*.DownwardAPIVolumeSource FC=fc:*.FCVolumeSource AzureFile:*.AzureFileVolumeSource ConfigMap:*.ConfigMapVolumeSource VsphereVolume:*.VsphereVirtualDiskVolumeSource Quobyte:*.QuobyteVolumeSource AzureDisk:*.AzureDiskVolumeSource PhotonPersistentDisk:*.PhotonPersistentDiskVolumeSource Projected:*.ProjectedVolumeSource PortworxVolume:*.PortworxVolumeSource ScaleIO:*.ScaleIOVolumeSource StorageOS=storageos:*.StorageOSVolumeSource CSI=csi:*.CSIVolumeSource Ephemeral:*.EphemeralVolumeSource
ContainerPort Name HostPort:int32 ContainerPort:int32 Protocol:.Protocol HostIP
EnvFromSource Prefix ConfigMapRef:*.ConfigMapEnvSource SecretRef:*.SecretEnvSource
EnvVar Name Value ValueFrom:*.EnvVarSource
ResourceRequirements Limits:.ResourceList Requests:.ResourceList
VolumeMount Name ReadOnly:bool MountPath SubPath MountPropagation:*.MountPropagationMode SubPathExpr
VolumeDevice Name DevicePath
Probe Handler=:.Handler InitialDelaySeconds:int32 TimeoutSeconds:int32 PeriodSeconds:int32 SuccessThreshold:int32 FailureThreshold:int32
Lifecycle PostStart:*.Handler PreStop:*.Handler
SecurityContext Capabilities:*.Capabilities Privileged:*bool SELinuxOptions=seLinuxOptions:*.SELinuxOptions WindowsOptions:*.WindowsSecurityContextOptions RunAsUser:*int64 RunAsGroup:*int64 RunAsNonRoot:*bool ReadOnlyRootFilesystem:*bool AllowPrivilegeEscalation:*bool ProcMount:*.ProcMountType SeccompProfile:*.SeccompProfile
EphemeralContainerCommon Name Image Command:[]string Args:[]string WorkingDir Ports:[].ContainerPort EnvFrom:[].EnvFromSource Env:[].EnvVar Resources:.ResourceRequirements VolumeMounts:[].VolumeMount VolumeDevices:[].VolumeDevice LivenessProbe:*.Probe ReadinessProbe:*.Probe StartupProbe:*.Probe Lifecycle:*.Lifecycle TerminationMessagePath TerminationMessagePolicy:.TerminationMessagePolicy ImagePullPolicy:.PullPolicy SecurityContext:*.SecurityContext Stdin:bool StdinOnce:bool TTY=tty:bool
SELinuxOptions User Role Type Level
WindowsSecurityContextOptions GMSACredentialSpecName=gmsaCredentialSpecName:*string GMSACredentialSpec=gmsaCredentialSpec:*string RunAsUserName:*string
Sysctl Name Value
SeccompProfile Type:.SeccompProfileType LocalhostProfile:*string
NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution:*.NodeSelector PreferredDuringSchedulingIgnoredDuringExecution:[].PreferredSchedulingTerm
PodAffinity RequiredDuringSchedulingIgnoredDuringExecution:[].PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[].WeightedPodAffinityTerm
PodAntiAffinity RequiredDuringSchedulingIgnoredDuringExecution:[].PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[].WeightedPodAffinityTerm
PodDNSConfigOption Name Value:*string
LabelSelector MatchLabels:map[string]string MatchExpressions:[].LabelSelectorRequirement
HostPathVolumeSource Path Type:*.HostPathType
EmptyDirVolumeSource Medium:.StorageMedium SizeLimit:*resource.Quantity
GCEPersistentDiskVolumeSource PDName=pdName FSType=fsType Partition:int32 ReadOnly:bool
AWSElasticBlockStoreVolumeSource VolumeID FSType=fsType Partition:int32 ReadOnly:bool
GitRepoVolumeSource Repository Revision Directory
SecretVolumeSource SecretName Items:[].KeyToPath DefaultMode:*int32 Optional:*bool
NFSVolumeSource Server Path ReadOnly:bool
ISCSIVolumeSource TargetPortal IQN=iqn Lun:int32 ISCSIInterface=iscsiInterface FSType=fsType ReadOnly:bool Portals:[]string DiscoveryCHAPAuth=chapAuthDiscovery:bool SessionCHAPAuth=chapAuthSession:bool SecretRef:*.LocalObjectReference InitiatorName:*string
GlusterfsVolumeSource EndpointsName=endpoints Path ReadOnly:bool
PersistentVolumeClaimVolumeSource ClaimName ReadOnly:bool
RBDVolumeSource CephMonitors=monitors:[]string RBDImage=image FSType=fsType RBDPool=pool RadosUser=user Keyring SecretRef:*.LocalObjectReference ReadOnly:bool
FlexVolumeSource Driver FSType=fsType SecretRef:*.LocalObjectReference ReadOnly:bool Options:map[string]string
CinderVolumeSource VolumeID FSType=fsType ReadOnly:bool SecretRef:*.LocalObjectReference
CephFSVolumeSource Monitors:[]string Path User SecretFile SecretRef:*.LocalObjectReference ReadOnly:bool
FlockerVolumeSource DatasetName DatasetUUID
DownwardAPIVolumeSource Items:[].DownwardAPIVolumeFile DefaultMode:*int32
FCVolumeSource TargetWWNs:[]string Lun:*int32 FSType=fsType ReadOnly:bool WWIDs=wwids:[]string
AzureFileVolumeSource SecretName ShareName ReadOnly:bool
ConfigMapVolumeSource LocalObjectReference=:.LocalObjectReference Items:[].KeyToPath DefaultMode:*int32 Optional:*bool
VsphereVirtualDiskVolumeSource VolumePath FSType=fsType StoragePolicyName StoragePolicyID
QuobyteVolumeSource Registry Volume ReadOnly:bool User Group Tenant
AzureDiskVolumeSource DiskName DataDiskURI=diskURI CachingMode:*.AzureDataDiskCachingMode FSType=fsType:*string ReadOnly:*bool Kind:*.AzureDataDiskKind
PhotonPersistentDiskVolumeSource PdID FSType=fsType
ProjectedVolumeSource Sources:[].VolumeProjection DefaultMode:*int32
PortworxVolumeSource VolumeID FSType=fsType ReadOnly:bool
ScaleIOVolumeSource Gateway System SecretRef:*.LocalObjectReference SSLEnabled=sslEnabled:bool ProtectionDomain StoragePool StorageMode VolumeName FSType=fsType ReadOnly:bool
StorageOSVolumeSource VolumeName VolumeNamespace FSType=fsType ReadOnly:bool SecretRef:*.LocalObjectReference
CSIVolumeSource Driver ReadOnly:*bool FSType=fsType:*string VolumeAttributes:map[string]string NodePublishSecretRef:*.LocalObjectReference
EphemeralVolumeSource VolumeClaimTemplate:*.PersistentVolumeClaimTemplate ReadOnly:bool
ConfigMapEnvSource LocalObjectReference=:.LocalObjectReference Optional:*bool
SecretEnvSource LocalObjectReference=:.LocalObjectReference Optional:*bool
EnvVarSource FieldRef:*.ObjectFieldSelector ResourceFieldRef:*.ResourceFieldSelector ConfigMapKeyRef:*.ConfigMapKeySelector SecretKeyRef:*.SecretKeySelector
Handler Exec:*.ExecAction HTTPGet=httpGet:*.HTTPGetAction TCPSocket=tcpSocket:*.TCPSocketAction
Capabilities Add:[].Capability Drop:[].Capability
NodeSelector NodeSelectorTerms:[].NodeSelectorTerm
PreferredSchedulingTerm Weight:int32 Preference:.NodeSelectorTerm
PodAffinityTerm LabelSelector:*.LabelSelector Namespaces:[]string TopologyKey
WeightedPodAffinityTerm Weight:int32 PodAffinityTerm:.PodAffinityTerm
LabelSelectorRequirement Key Operator:.LabelSelectorOperator Values:[]string
KeyToPath Key Path Mode:*int32
DownwardAPIVolumeFile Path FieldRef:*.ObjectFieldSelector ResourceFieldRef:*.ResourceFieldSelector Mode:*int32
VolumeProjection Secret:*.SecretProjection DownwardAPI:*.DownwardAPIProjection ConfigMap:*.ConfigMapProjection ServiceAccountToken:*.ServiceAccountTokenProjection
PersistentVolumeClaimTemplate ObjectMeta=metadata:.ObjectMeta Spec:.PersistentVolumeClaimSpec
ObjectFieldSelector APIVersion=apiVersion FieldPath
ResourceFieldSelector ContainerName Resource Divisor:resource.Quantity
ConfigMapKeySelector LocalObjectReference=:.LocalObjectReference Key Optional:*bool
SecretKeySelector LocalObjectReference=:.LocalObjectReference Key Optional:*bool
ExecAction Command:[]string
HTTPGetAction Path Port:intstr.IntOrString Host Scheme:.URIScheme HTTPHeaders=httpHeaders:[].HTTPHeader
TCPSocketAction Port:intstr.IntOrString Host
NodeSelectorTerm MatchExpressions:[].NodeSelectorRequirement MatchFields:[].NodeSelectorRequirement
SecretProjection LocalObjectReference=:.LocalObjectReference Items:[].KeyToPath Optional:*bool
DownwardAPIProjection Items:[].DownwardAPIVolumeFile
ConfigMapProjection LocalObjectReference=:.LocalObjectReference Items:[].KeyToPath Optional:*bool
ServiceAccountTokenProjection Audience ExpirationSeconds:*int64 Path
PersistentVolumeClaimSpec AccessModes:[].PersistentVolumeAccessMode Selector:*.LabelSelector Resources:.ResourceRequirements VolumeName StorageClassName:*string VolumeMode:*.PersistentVolumeMode DataSource:*.TypedLocalObjectReference
HTTPHeader Name Value
NodeSelectorRequirement Key Operator:.NodeSelectorOperator Values:[]string
TypedLocalObjectReference APIGroup=apiGroup:*string Kind Name`
