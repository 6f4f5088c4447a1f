import {
  describeConfigMap,
  describeLimits,
  describeNamespace,
  describePriorityClass,
  describeQuota,
  describeSecret,
  describeServiceAccount,
} from './config'
import { describeRole, describeRoleBinding, describeSigningRequest } from './access'
import { describePod } from './pod'
import { describeDaemonSet, describeReplicaSet, describeReplicationController, describeStatefulSet } from './workloads'
import { describeDeployment } from './deployment'
import { describeCronJob, describeJob } from './jobs'
import { describeEndpoints, describeEndpointSlice, describeService } from './services'
import { describeIngress, describeIngressClass } from './ingress'
import { describeNetworkPolicy } from './network-policy'
import { describeAutoscaler, describeDisruptionBudget } from './policy'
import { describeNode } from './node'
import { describeClaim, describeCsiNode, describeStorageClass, describeVolume } from './storage'
import type { Describe } from './world'

/** Kinds with a description of their own, by group and kind. */
export const DESCRIBERS: Readonly<Record<string, Describe>> = {
  '/ConfigMap': describeConfigMap,
  '/Secret': describeSecret,
  '/Namespace': describeNamespace,
  '/ResourceQuota': describeQuota,
  '/LimitRange': describeLimits,
  '/ServiceAccount': describeServiceAccount,
  '/Pod': describePod,
  '/ReplicationController': describeReplicationController,
  '/Service': describeService,
  '/Endpoints': describeEndpoints,
  '/Node': describeNode,
  '/PersistentVolume': describeVolume,
  '/PersistentVolumeClaim': describeClaim,
  'apps/ReplicaSet': describeReplicaSet,
  'apps/Deployment': describeDeployment,
  'apps/DaemonSet': describeDaemonSet,
  'apps/StatefulSet': describeStatefulSet,
  'batch/Job': describeJob,
  'batch/CronJob': describeCronJob,
  'autoscaling/HorizontalPodAutoscaler': describeAutoscaler,
  'policy/PodDisruptionBudget': describeDisruptionBudget,
  'rbac.authorization.orch.io/Role': describeRole,
  'rbac.authorization.orch.io/ClusterRole': describeRole,
  'rbac.authorization.orch.io/RoleBinding': describeRoleBinding,
  'rbac.authorization.orch.io/ClusterRoleBinding': describeRoleBinding,
  'certificates.orch.io/CertificateSigningRequest': describeSigningRequest,
  'networking.orch.io/Ingress': describeIngress,
  'extensions/Ingress': describeIngress,
  'networking.orch.io/IngressClass': describeIngressClass,
  'networking.orch.io/NetworkPolicy': describeNetworkPolicy,
  'discovery.orch.io/EndpointSlice': describeEndpointSlice,
  'scheduling.orch.io/PriorityClass': describePriorityClass,
  'storage.orch.io/StorageClass': describeStorageClass,
  'storage.orch.io/CSINode': describeCsiNode,
}
