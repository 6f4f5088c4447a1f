import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { RESOURCE_VERSIONS } from '../versions'

/** Served versions by release, gated fields and default roles of this kind. */
export const deviceClassFacts: KindFacts = {
  rows: [clusterScoped('resource.orch.io', 'deviceclasses', 'DeviceClass', RESOURCE_VERSIONS)],
}
