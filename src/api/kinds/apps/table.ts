import type { KindBehaviour } from '../../kind'
import { controllerRevision } from './controller-revision'
import { daemonSet } from './daemon-set'
import { deployment } from './deployment'
import { replicaSet } from './replica-set'
import { statefulSet } from './stateful-set'

/** Workloads. */
export const APPS_KINDS: readonly KindBehaviour[] = [controllerRevision, daemonSet, deployment, replicaSet, statefulSet]
