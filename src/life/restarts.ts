import { type Container, podOf } from '../api/kinds/shared/pod-types'
import { later } from '../api/kinds/shared/sidecars'
import type { ApiObject } from '../machinery/object'

/** Whether a container is restarted after an exit code: by its own rules, its own policy, or the pod's (1.34). */
export function restartsAfter(container: Container, pod: ApiObject, exitCode: number): boolean {
  const { restartPolicy, restartPolicyRules = [] } = later(container)
  const rule = restartPolicyRules.find(({ exitCodes: { operator, values = [] } = {} }) =>
    operator === 'NotIn' ? !values.includes(exitCode) : operator === 'In' && values.includes(exitCode),
  )
  if (rule) return rule.action === 'Restart'
  const policy = restartPolicy ?? podOf(pod).spec?.restartPolicy ?? 'Always'
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0)
}
