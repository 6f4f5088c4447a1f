import type { KindBehaviour } from '../../kind'
import { componentStatus } from './component-status'
import { configMap } from './config-map'
import { endpoints } from './endpoints'
import { event } from './event'
import { limitRange } from './limit-range'
import { namespace } from './namespace'
import { node } from './node'
import { persistentVolume } from './persistent-volume'
import { persistentVolumeClaim } from './persistent-volume-claim'
import { pod } from './pod'
import { binding } from './pod-binding'
import { podTemplate } from './pod-template'
import { replicationController } from './replication-controller'
import { resourceQuota } from './resource-quota'
import { secret } from './secret'
import { service } from './service'
import { serviceAccount } from './service-account'

/** The kinds of the first group, the one without a name. */
export const CORE_KINDS: readonly KindBehaviour[] = [
  binding,
  componentStatus,
  configMap,
  endpoints,
  event,
  limitRange,
  namespace,
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  podTemplate,
  replicationController,
  resourceQuota,
  secret,
  service,
  serviceAccount,
]
