import type { KindBehaviour } from '../kind'
import {
  mutatingAdmissionPolicyBinding,
  validatingAdmissionPolicyBinding,
} from './admissionregistration/policy-binding'
import { validatingAdmissionPolicy } from './admissionregistration/validating-admission-policy'
import {
  mutatingWebhookConfiguration,
  validatingWebhookConfiguration,
} from './admissionregistration/webhook-configuration'
import { customResourceDefinition } from '../apiextensions/definitions/custom-resource-definition'
import { apiService } from './apiregistration/api-service'
import { APPS_KINDS } from './apps/table'
import { reviewBehaviours } from './authorization/reviews'
import { horizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler'
import { BATCH_KINDS } from './batch/table'
import { certificateSigningRequest } from './certificates/certificate-signing-request'
import { lease } from './coordination/lease'
import { CORE_KINDS } from './core/table'
import { endpointSlice } from './discovery/endpoint-slice'
import { flowSchema } from './flowcontrol/flow-schema'
import { priorityLevelConfiguration } from './flowcontrol/priority-level-configuration'
import { NETWORKING_KINDS } from './networking/table'
import { runtimeClass } from './node/runtime-class'
import { podDisruptionBudget } from './policy/pod-disruption-budget'
import { podSecurityPolicy } from './policy/pod-security-policy'
import { clusterRoleBindingBehaviour, roleBindingBehaviour } from './rbac/binding'
import { clusterRoleBehaviour } from './rbac/cluster-role'
import { roleBehaviour } from './rbac/role'
import { priorityClass } from './scheduling/priority-class'
import { STORAGE_KINDS } from './storage/table'

/** What sets each kind apart, group by group. Kinds that are not listed follow the generic rules in everything. */
export const KINDS: readonly KindBehaviour[] = [
  ...CORE_KINDS,
  ...APPS_KINDS,
  ...BATCH_KINDS,
  ...NETWORKING_KINDS,
  ...STORAGE_KINDS,
  mutatingWebhookConfiguration,
  validatingWebhookConfiguration,
  mutatingAdmissionPolicyBinding,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  apiService,
  customResourceDefinition,
  certificateSigningRequest,
  endpointSlice,
  flowSchema,
  horizontalPodAutoscaler,
  lease,
  podDisruptionBudget,
  podSecurityPolicy,
  priorityClass,
  priorityLevelConfiguration,
  runtimeClass,
  clusterRoleBehaviour,
  clusterRoleBindingBehaviour,
  roleBehaviour,
  roleBindingBehaviour,
  ...reviewBehaviours,
]
