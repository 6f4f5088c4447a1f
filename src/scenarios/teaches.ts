import { titleOfLesson } from './taught'

/** Which lesson teaches what an error of the API says. */
export interface Teaching {
  /** Id of the lesson. */
  readonly lesson: string
  readonly title: string
  /** The reason of the Status. */
  readonly reason: string
  /** What its message has, where the reason alone says too little. */
  readonly message?: RegExp
}

const row = (reason: string, message: RegExp | undefined, lesson: string): Teaching => ({
  lesson,
  title: titleOfLesson(lesson),
  reason,
  ...(message && { message }),
})

/** The first row that fits counts. */
export const TEACHINGS: readonly Teaching[] = [
  row('Conflict', /the object has been modified/, 'objects/lost-update'),
  row('Conflict', /Apply failed with/, 'apply/conflict'),
  row('Conflict', /Precondition failed/, 'objects/right-object'),
  row('Forbidden', /exceeded quota/, 'admission/quota'),
  row('Forbidden', /(minimum|maximum) .* usage per/, 'admission/limit-range'),
  row('Forbidden', /violates PodSecurity/, 'admission/pod-security'),
  row('Forbidden', /attempting to grant RBAC permissions/, 'access/escalation'),
  row('Forbidden', /because it is being terminated/, 'admission/terminating'),
  row('Forbidden', /^nodes .* (can only|cannot)|node '.*' cannot/, 'access/nodes'),
  row('Forbidden', /cannot \w+ resource ".*\/\w+"/, 'access/subresource'),
  row('Forbidden', /cannot \w+ resource/, 'access/read-only'),
  row('Invalid', /field is immutable/, 'admission/immutable'),
  row('InternalError', /failed calling webhook/, 'admission/failure-policy'),
  row('BadRequest', /does not support dry run/, 'admission/side-effects'),
  row('Expired', undefined, 'objects/pages'),
  row('TooManyRequests', /disruption budget/, 'workloads/disruption'),
]

/** The lesson about an error; undefined where no lesson is about it. */
export const teachingOf = (reason: string, message: string): Teaching | undefined =>
  TEACHINGS.find((one) => one.reason === reason && (one.message?.test(message) ?? true))
