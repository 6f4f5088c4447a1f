import type { AdmissionPlugin } from '../plugin'
import { podSpecIn } from '../shared/pods'
import { refused } from '../shared/request'

const HOSTNAME = 'orch.io/hostname'

/** Restricts required pod anti-affinity to single nodes (admission document, LimitPodHardAntiAffinityTopology). */
export const limitPodHardAntiAffinityTopology = (): AdmissionPlugin => ({
  name: 'LimitPodHardAntiAffinityTopology',
  operations: ['CREATE', 'UPDATE'],
  validate(request) {
    const terms = podSpecIn(request)?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    const other = terms.find(({ topologyKey }) => topologyKey !== HOSTNAME)
    if (other)
      throw refused(
        request,
        `required anti-affinity has the topology key "${other.topologyKey ?? ''}", but only "${HOSTNAME}" is allowed`,
      )
  },
})
