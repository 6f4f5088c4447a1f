import type { PodSpec } from '../../api/kinds/shared/pod-types'
import { evaluateLevel, type LevelVersion, levelVersionText, violationText } from '../../api/pod-security/controls'
import { LABEL_PREFIX, type LevelPolicy, type Mode, policyOf } from '../../api/pod-security/policy'
import type { Subject } from '../../api/pod-security/subject'
import type { ObjectMeta } from '../../machinery/object'
import type { AdmissionEnvironment, AdmissionRequest } from '../plugin'
import { NAMESPACES, refused } from '../shared/request'
import type { PodSecuritySettings } from './settings'

/** Level of namespaces without labels if no default is configured: everything is allowed. */
const FULLY_PRIVILEGED = 'privileged:latest'

/** What a level checks: a pod, or the template of pods. */
export const subjectOf = (metadata: ObjectMeta | undefined, spec: PodSpec | undefined): Subject => ({
  annotations: metadata?.annotations ?? {},
  spec: spec ?? {},
})

/** Checks the pods of a request against their namespace's levels. */
export class LevelCheck {
  constructor(
    private readonly environment: Pick<AdmissionEnvironment, 'reader' | 'release'>,
    private readonly settings: PodSecuritySettings,
  ) {}

  /** The policy that applies to a request's pods; undefined if none does. */
  policyFor(request: AdmissionRequest, modes: readonly Mode[]): LevelPolicy | undefined {
    const { defaults, exempt } = this.settings
    const { reader, release } = this.environment
    if (exempt.namespaces.has(request.namespace)) return void annotate(request, 'exempt', 'namespace')
    if (exempt.users.has(request.user.name)) return void annotate(request, 'exempt', 'user')
    const labels = reader.get(NAMESPACES, undefined, request.namespace)?.metadata.labels ?? {}
    const { policy, errors } = policyOf(labels, defaults, release)
    if (errors.length > 0)
      annotate(request, 'error', `Failed to parse policy: ${errors.map(({ message }) => message).join(', ')}`)
    if (modes.some((mode) => policy[mode].level !== 'privileged')) return policy
    if (modes.includes('enforce')) annotate(request, 'enforce-policy', FULLY_PRIVILEGED)
    return undefined
  }

  /**
   * Audits and warns of violations.
   * @throws ApiError 403 for a violation of the enforced level, if `enforce` is set
   */
  evaluate(request: AdmissionRequest, policy: LevelPolicy, subject: Subject, enforce: boolean): void {
    const { exempt } = this.settings
    const runtimeClass = subject.spec.runtimeClassName
    if (runtimeClass && exempt.runtimeClasses.has(runtimeClass)) return annotate(request, 'exempt', 'runtimeClass')
    const would = (level: LevelVersion): string | undefined => {
      const found = this.violations(level, subject)
      return found && `would violate PodSecurity "${levelVersionText(level)}": ${found}`
    }
    if (enforce) annotate(request, 'enforce-policy', levelVersionText(policy.enforce))
    const recorded = would(policy.audit)
    if (recorded) annotate(request, 'audit-violations', recorded)
    const wrong = enforce ? this.violations(policy.enforce, subject) : ''
    if (wrong) throw refused(request, `violates PodSecurity "${levelVersionText(policy.enforce)}": ${wrong}`)
    const warning = would(policy.warn)
    if (warning) request.warn(warning)
  }

  private violations(level: LevelVersion, subject: Subject): string {
    return violationText(evaluateLevel(level, subject, this.environment.release))
  }
}

const annotate = (request: AdmissionRequest, key: string, value: string): void =>
  request.annotate(LABEL_PREFIX + key, value)
