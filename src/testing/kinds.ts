import type { KindBehaviour } from '../api/kind'
import type { KindContext } from '../api/kind-context'
import { loadExpressions } from '../api/expressions'
import { parseFeatureGates } from '../api/releases/feature-gates'
import { ApiError } from '../machinery/api-error'
import type { FieldError } from '../machinery/field-wording'
import { clone } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { MemoryReader } from './memory-reader'

// A server loads them before it validates the first policy.
await loadExpressions()

/**
 * A context with an empty reader and incrementing random bytes. Gates are those of the given release; without one, all are
 * on.
 */
export function kindContext(given: Partial<KindContext> = {}): KindContext {
  let next = 0
  return {
    now: Date.parse('2030-01-01T00:00:00Z'),
    random: {
      uuid: () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`,
      bytes: (length) => Uint8Array.from({ length }, () => next++ % 256),
    },
    reader: new MemoryReader(),
    user: { name: 'test', groups: [] },
    namespace: 'default',
    dryRun: false,
    release: 25,
    feature: given.release === undefined ? () => true : parseFeatureGates([], given.release).enabled,
    flag: () => undefined,
    warn: () => undefined,
    version: 'v1',
    ...given,
  }
}

const META = { name: 'a', namespace: 'default', uid: 'u', creationTimestamp: '2029-12-31T23:00:00Z' }

/** An object of a kind with its defaults, as before validation. */
export function filled(kind: KindBehaviour, body: object, context = kindContext()): ApiObject {
  const given = clone(body) as Partial<ApiObject>
  const object: ApiObject = { ...given, metadata: { ...META, ...given.metadata } }
  kind.defaults?.(object, context.version, context)
  kind.prepareForCreate?.(object, context)
  return object
}

/** An error in short form: `Required spec.containers`. */
export const short = ({ reason, field }: Pick<FieldError, 'reason' | 'field'>): string =>
  `${reason.replace('FieldValue', '')} ${field}`

/** All reasons for refusing a creation, sorted and without duplicates. */
export function refusals(kind: KindBehaviour, body: object, context = kindContext()): string[] {
  const object = filled(kind, body, context)
  const errors = [...(kind.validate?.(object, context) ?? [])].map(short)
  if (errors.length === 0)
    try {
      kind.beginCreate?.(object, context)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const { reason = '', field = '' } of error.details?.causes ?? [])
        errors.push(short({ reason: reason as FieldError['reason'], field }))
    }
  return [...new Set(errors)].sort()
}

/** All reasons for refusing an update of a stored object. */
export function updateRefusals(
  kind: KindBehaviour,
  old: ApiObject,
  change: (draft: ApiObject) => void,
  context = kindContext(),
): string[] {
  const draft = clone(old)
  change(draft)
  kind.defaults?.(draft, context.version, context)
  kind.prepareForUpdate?.(draft, old, context)
  const errors = [
    ...(kind.validateUpdate?.(draft, old, context) ?? []),
    ...((kind.validatesOnce ? undefined : kind.validate?.(draft, context)) ?? []),
  ]
  return [...new Set(errors.map(short))].sort()
}
