import { forbidden, invalid } from '../../../machinery/field-error'
import { goQuoted } from '../../../machinery/go-quote'
import type { Errors } from '../meta/rules'
import type { PodSpec } from './pod-types'
import { validateSeccompAnnotations } from './seccomp'

const MIRROR = 'orch.io/config.mirror'
/** Beginning of annotations that name the AppArmor profile of a container. */
export const APP_ARMOR = 'container.apparmor.security.beta.orch.io/'

/** Whether a pod annotation is immutable. */
const isFixed = (key: string): boolean => key === MIRROR || key.startsWith(APP_ARMOR)

/** Errors of changes to annotations of a pod that are fixed once it exists. */
export function validateAnnotationChanges(
  now: Readonly<Record<string, string>> = {},
  before: Readonly<Record<string, string>> = {},
  errors: Errors,
): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (isFixed(key) && now[key] !== before[key]) {
      const change = before[key] === undefined ? 'add' : 'remove or update'
      const what = key === MIRROR ? 'mirror pod annotation' : 'AppArmor annotations'
      errors.push(forbidden(`metadata.annotations[${key}]`, `may not ${change} ${what}`))
    }
}

/** Validates annotations about a pod's containers. */
export function validatePodAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  spec: PodSpec,
  field: string,
  release: number,
  errors: Errors,
): void {
  validateSeccompAnnotations(annotations, field, release, errors)
  for (const key in annotations) {
    const at = `${field}[${key}]`
    const value = annotations[key] ?? ''
    if (key === MIRROR && !spec.nodeName)
      errors.push(invalid(at, value, 'must set spec.nodeName if mirror pod annotation is set'))
    if (!key.startsWith(APP_ARMOR)) continue
    const container = key.slice(APP_ARMOR.length)
    const all = [...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])]
    if (!all.some(({ name }) => name === container)) errors.push(invalid(at, container, 'container not found'))
    if (value !== '' && value !== 'runtime/default' && value !== 'unconfined' && !value.startsWith('localhost/'))
      errors.push(invalid(at, value, `invalid AppArmor profile name: ${goQuoted(value)}`))
  }
}
