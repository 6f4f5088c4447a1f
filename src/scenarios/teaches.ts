import { titleOfLesson } from './taught'

/** Links an API error or warning to the lesson that teaches it. */
export interface Teaching {
  /** Id of the lesson. */
  readonly lesson: string
  readonly title: string
  /** The Status reason; `Warning` for a warning. */
  readonly reason: string
  /** Pattern of the message, if the reason alone is ambiguous. */
  readonly message?: RegExp
}

const row = (reason: string, message: RegExp | undefined, lesson: string): Teaching => ({
  lesson,
  title: titleOfLesson(lesson),
  reason,
  ...(message && { message }),
})

/** The first matching row applies. */
export const TEACHINGS: readonly Teaching[] = [
  row('Conflict', /the object has been modified/, 'objects/lost-update'),
  row('Conflict', /Apply failed with/, 'apply/conflict'),
  row('Conflict', /Precondition failed/, 'objects/right-object'),
  row('Forbidden', /failed quota: .* must specify/, 'admission/order'),
  row('Forbidden', /exceeded quota/, 'admission/quota'),
  row('Forbidden', /(minimum|maximum) .* usage per/, 'admission/limit-range'),
  row('Forbidden', /violates PodSecurity/, 'admission/pod-security'),
  row('Forbidden', /attempting to grant RBAC permissions/, 'access/escalation'),
  row('Forbidden', /admission webhook .* denied/, 'admission/callbacks'),
  row('Forbidden', /integer value of priority/, 'admission/defaults'),
  row('Forbidden', /not permitted to (approve|sign) requests/, 'identity/bootstrap'),
  row('Forbidden', /because it is being terminated/, 'admission/terminating'),
  row('Forbidden', /^nodes .* (can only|cannot)|node '.*' cannot/, 'access/nodes'),
  row('Forbidden', /cannot impersonate/, 'identity/impersonate'),
  row('Forbidden', /cannot \w+ resource ".*\/\w+"/, 'access/subresource'),
  row('Forbidden', /cannot \w+ resource/, 'access/read-only'),
  row('Invalid', /ValidatingAdmissionPolicy '.*' with binding/, 'admission/policy'),
  row('Invalid', /field is immutable/, 'admission/immutable'),
  row('Invalid', /resourceVersion.* must be specified for an update/, 'objects/lost-update'),
  row('', /conversion webhook for/, 'objects/conversion'),
  row('InternalError', /failed calling webhook/, 'admission/failure-policy'),
  row('BadRequest', /does not support dry run/, 'admission/side-effects'),
  row('BadRequest', /continue key is not valid/, 'objects/pages'),
  row('BadRequest', /unknown field/, 'objects/unknown-field'),
  row('Unauthorized', undefined, 'identity/revoke'),
  row('NotFound', /could not find the requested resource/, 'objects/deprecated'),
  row('Expired', /for the provided list|continue/, 'objects/pages'),
  row('Expired', undefined, 'objects/watch'),
  row('TooManyRequests', /disruption budget/, 'workloads/disruption'),
  row('Warning', /is deprecated in|is unavailable in/, 'objects/deprecated'),
  row('Warning', /would violate PodSecurity/, 'admission/pod-security'),
  row('Warning', /unknown field/, 'objects/unknown-field'),
]

/** An answer's reason, if known, and message. */
export interface SaidError {
  readonly reason?: string
  readonly message: string
}

/**
 * The lesson about an error or warning; undefined if there is none. Errors without a reason, as some webhooks return, are matched by
 * message alone.
 */
export const teachingOf = ({ reason, message }: SaidError): Teaching | undefined =>
  TEACHINGS.find((one) =>
    reason === undefined || reason === ''
      ? one.reason !== 'Warning' && one.message?.test(message) === true
      : one.reason === reason && (one.message?.test(message) ?? true),
  )
