import type { Feature } from './feature'
import { access } from './access/feature'
import { admission } from './admission/feature'
import { apply } from './apply/feature'
import { connect } from './connect/feature'
import { consoleFeature } from './console/feature'
import { explore } from './explore/feature'
import { identity } from './identity/feature'
import { learn } from './learn/feature'
import { reference } from './reference/feature'
import { releases } from './releases/feature'
import { settings } from './settings/feature'
import { watch } from './watch/feature'
import { workloads } from './workloads/feature'

/** Every area of the interface, in rail order. To add one, create a folder here and add a line below. */
export const FEATURES: readonly Feature[] = [
  learn,
  explore,
  workloads,
  apply,
  access,
  admission,
  identity,
  watch,
  releases,
  reference,
  consoleFeature,
  connect,
  settings,
]
