import type { AdmissionPlugin } from '../plugin'
import { isAbout, NODES } from '../shared/request'

const NOT_READY = { key: 'node.orch.io/not-ready', effect: 'NoSchedule' }

/** Taints new nodes until they report ready (admission document, TaintNodesByCondition). */
export const taintNodesByCondition = (): AdmissionPlugin => ({
  name: 'TaintNodesByCondition',
  operations: ['CREATE'],
  admit(request) {
    if (!request.object || !isAbout(request, NODES)) return
    const spec = (request.object.spec ??= {}) as { taints?: { key?: string; effect?: string }[] }
    const taints = (spec.taints ??= [])
    if (!taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect))
      taints.push({ ...NOT_READY })
  },
})
