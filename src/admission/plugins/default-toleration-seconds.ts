import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { podSpecIn } from '../shared/pods'

const TAINTS = [
  ['node.orch.io/not-ready', 'default-not-ready-toleration-seconds'],
  ['node.orch.io/unreachable', 'default-unreachable-toleration-seconds'],
] as const
const DEFAULT_SECONDS = 300

/** Adds tolerations that keep pods on an unready or unreachable node for a while (admission document, DefaultTolerationSeconds). */
export function defaultTolerationSeconds({ flag }: AdmissionEnvironment): AdmissionPlugin {
  const taints = TAINTS.map(([key, name]) => ({ key, seconds: Number(flag(name) ?? DEFAULT_SECONDS) }))
  return {
    name: 'DefaultTolerationSeconds',
    operations: ['CREATE', 'UPDATE'],
    admit(request) {
      const spec = podSpecIn(request)
      if (!spec) return
      const given = spec.tolerations ?? []
      const missing = taints.filter(
        (taint) => !given.some(({ key, effect }) => (!key || key === taint.key) && (!effect || effect === 'NoExecute')),
      )
      if (missing.length > 0)
        spec.tolerations = [
          ...given,
          ...missing.map(({ key, seconds }) => ({
            key,
            operator: 'Exists',
            effect: 'NoExecute',
            tolerationSeconds: seconds,
          })),
        ]
    },
  }
}
