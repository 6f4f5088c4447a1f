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

const row = (reason: string, message: RegExp | undefined, lesson: string, title: string): Teaching => ({
  lesson,
  title,
  reason,
  ...(message && { message }),
})

/** The first row that fits counts. */
export const TEACHINGS: readonly Teaching[] = [
  row('Conflict', /the object has been modified/, 'objects/lost-update', 'The update that was lost'),
  row('Conflict', /Apply failed with/, 'apply/conflict', 'Two who want different things'),
  row('Conflict', /Precondition failed/, 'objects/right-object', 'The right one of two with the same name'),
  row('Forbidden', /exceeded quota/, 'admission/quota', 'Full'),
  row('Forbidden', /(minimum|maximum) .* usage per/, 'admission/limit-range', 'Numbers nobody wrote'),
  row('Forbidden', /violates PodSecurity/, 'admission/pod-security', 'Dangerous pods stay outside'),
  row('Forbidden', /attempting to grant RBAC permissions/, 'access/escalation', 'Give nothing that you do not have'),
  row('Forbidden', /because it is being terminated/, 'admission/terminating', 'A namespace that will not end'),
  row('Forbidden', /^nodes .* (can only|cannot)|node '.*' cannot/, 'access/nodes', 'A node sees only what is its own'),
  row('Forbidden', /cannot \w+ resource ".*\/\w+"/, 'access/subresource', 'More than the pod'),
  row('Forbidden', /cannot \w+ resource/, 'access/read-only', 'Nobody may, until somebody says so'),
  row('Invalid', /field is immutable/, 'admission/immutable', 'Not after it was made'),
  row('InternalError', /failed calling webhook/, 'admission/failure-policy', 'The webhook that does not answer'),
  row('BadRequest', /does not support dry run/, 'admission/side-effects', 'A dry run that would not be dry'),
  row('Expired', undefined, 'objects/pages', 'A list in pages'),
  row('TooManyRequests', /disruption budget/, 'workloads/disruption', 'One at a time, please'),
]

/** The lesson about an error; undefined where no lesson is about it. */
export const teachingOf = (reason: string, message: string): Teaching | undefined =>
  TEACHINGS.find((one) => one.reason === reason && (one.message?.test(message) ?? true))
