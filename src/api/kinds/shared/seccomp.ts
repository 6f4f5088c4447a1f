import type * as core from 'kt126/core/v1'
import { forbidden, invalid } from '../../../machinery/field-error'
import { behaves } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { descending } from './paths'

type Profile = Draft<core.SeccompProfile>
type Annotations = Readonly<Record<string, string>>
interface Secured {
  securityContext?: { seccompProfile?: Profile }
}
interface SecuredSpec extends Secured {
  containers?: (Secured & { name?: string })[]
  initContainers?: (Secured & { name?: string })[]
  ephemeralContainers?: (Secured & { name?: string })[]
}

const OF_POD = 'seccomp.security.alpha.orch.io/pod'
const OF_CONTAINER = 'container.seccomp.security.alpha.orch.io/'
const LOCALHOST = 'localhost/'
const DEFAULTS: readonly string[] = ['runtime/default', 'docker/default']

function annotationFor({ type, localhostProfile }: Profile): string | undefined {
  if (type === 'Unconfined') return 'unconfined'
  if (type === 'RuntimeDefault') return DEFAULTS[0]
  return type === 'Localhost' && localhostProfile !== undefined ? LOCALHOST + localhostProfile : undefined
}

function profileFor(annotation: string): Profile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  if (DEFAULTS.includes(annotation)) return { type: 'RuntimeDefault' }
  const file = annotation.startsWith(LOCALHOST) ? annotation.slice(LOCALHOST.length) : ''
  return file ? { type: 'Localhost', localhostProfile: file } : undefined
}

/** Everything that can have a seccomp profile: annotation key, path, and the security context's owner. */
const subjects = (spec: SecuredSpec): (readonly [key: string, at: string, subject: Secured])[] => [
  [OF_POD, '', spec],
  ...(['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((one, i) => [`${OF_CONTAINER}${one.name ?? ''}`, `.${list}[${i}]`, one] as const),
  ),
]

/** Copies seccomp profiles between annotations and fields, which replaced them; applies to new pods. */
export function copySeccomp(
  metadata: { annotations?: Record<string, string> },
  spec: SecuredSpec,
  release: number,
): void {
  if (!behaves('seccomp-annotations', release)) return
  for (const [key, , subject] of subjects(spec)) {
    const annotation = metadata.annotations?.[key]
    const profile = subject.securityContext?.seccompProfile
    if (profile && annotation === undefined) {
      const text = behaves('seccomp-fields-copied-to-annotations', release) ? annotationFor(profile) : undefined
      if (text !== undefined) metadata.annotations = { ...metadata.annotations, [key]: text }
    } else if (!profile && annotation !== undefined) {
      const copy = profileFor(annotation)
      if (copy) subject.securityContext = { ...subject.securityContext, seccompProfile: copy }
    }
  }
}

/** Validates a profile name in an annotation. */
export function validateSeccompText(value: string, field: string, errors: Errors): void {
  if (value === 'unconfined' || DEFAULTS.includes(value)) return
  if (value.startsWith(LOCALHOST)) descending(value.slice(LOCALHOST.length), field, errors)
  else errors.push(invalid(field, value, 'must be a valid seccomp profile'))
}

/** Checks the annotations that named seccomp profiles before the field existed. */
export function validateSeccompAnnotations(
  annotations: Annotations | undefined,
  field: string,
  release: number,
  errors: Errors,
): void {
  if (!behaves('seccomp-annotations', release)) return
  for (const key in annotations) {
    if (key !== OF_POD && !key.startsWith(OF_CONTAINER)) continue
    validateSeccompText(annotations[key] ?? '', `${field}.${key}`, errors)
  }
}

function agrees(annotation: string, { type, localhostProfile }: Profile): 'type' | 'localhostProfile' | undefined {
  if (type === 'Unconfined') return annotation === 'unconfined' ? undefined : 'type'
  if (type === 'RuntimeDefault') return DEFAULTS.includes(annotation) ? undefined : 'type'
  if (type !== 'Localhost') return undefined
  if (!annotation.startsWith(LOCALHOST)) return 'type'
  return annotation.slice(LOCALHOST.length) === localhostProfile ? undefined : 'localhostProfile'
}

/** An annotation and a field for the same profile must agree. */
export function validateSeccompAgreement(
  annotations: Annotations | undefined,
  spec: SecuredSpec,
  field: string,
  release: number,
  errors: Errors,
): void {
  if (!behaves('seccomp-annotations', release)) return
  for (const [key, at, { securityContext }] of subjects(spec)) {
    const annotation = annotations?.[key]
    const profile = securityContext?.seccompProfile
    const wrong = annotation !== undefined && profile ? agrees(annotation, profile) : undefined
    if (!wrong) continue
    const what = wrong === 'type' ? 'type' : 'profile'
    errors.push(
      forbidden(
        `${field}${at}.securityContext.seccompProfile.${wrong}`,
        `seccomp ${what} in annotation and field must match`,
      ),
    )
  }
}
