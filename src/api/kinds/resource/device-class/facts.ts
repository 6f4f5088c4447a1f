import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { RESOURCE_VERSIONS } from '../versions'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const deviceClassFacts: KindFacts = {
  rows: [clusterScoped('resource.orch.io', 'deviceclasses', 'DeviceClass', RESOURCE_VERSIONS)],
}
