import type { AdmissionPlugin } from '../plugin'
import { podSpecIn } from '../shared/pods'
import { podRefused } from '../shared/request'

const HOSTNAME = 'orch.io/hostname'

/** Restricts required pod anti-affinity to single nodes (admission document, LimitPodHardAntiAffinityTopology). */
export const limitPodHardAntiAffinityTopology = (): AdmissionPlugin => ({
  name: 'LimitPodHardAntiAffinityTopology',
  operations: ['CREATE', 'UPDATE'],
  validate(request) {
    const terms = podSpecIn(request)?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    const other = terms.find(({ topologyKey }) => topologyKey !== HOSTNAME)
    if (other)
      throw podRefused(
        request,
        `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${other.topologyKey ?? ''} but only key ${HOSTNAME} is allowed`,
      )
  },
})
