import { hasVersion } from '../../api/releases/resources'
import type { Target } from '../../client/targets'
import type { ApiObject } from '../../machinery/object'
import { SERVICE_NAME } from './slice-plans'

const GROUP = 'discovery.orch.io'

/** Slices in any version, as a controller names what it needs. */
export const SLICES_NEEDED = `${GROUP}/*/endpointslices`

/** Slices in the newest version of a release. */
export const slicesOf = (release: number): Target => ({
  group: GROUP,
  version: hasVersion(GROUP, 'endpointslices', 'v1', release) ? 'v1' : 'v1beta1',
  resource: 'endpointslices',
})

/** The key of the service that a slice names. */
export const serviceKeyOf = ({ metadata }: ApiObject): string =>
  `${metadata.namespace ?? ''}/${metadata.labels?.[SERVICE_NAME] ?? ''}`
