import type { Target } from '../client/targets'
import type { ApiObject } from '../machinery/object'
import { isObject, type JsonObject } from '../machinery/json'
import { writeJson } from '../machinery/json-text'
import { fnv1a } from '../machinery/fnv'
import type { Taken } from './node-pods'

/** A condition on a member of an object, given by its path: `status.phase`, `.status.phase`. */
export interface MemberExpression {
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  readonly values?: readonly string[]
}

/** The objects that a stage is for; all terms must hold. */
export interface StageSelector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchAnnotations?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly MemberExpression[]
}

/** The data that a stage's functions may use. */
export interface StageContext {
  /** RFC 3339 in whole seconds. */
  readonly now: string
  readonly release: number
  /** Whether nodes mark the pods that they evict. */
  readonly marksEvicted?: boolean
  /** The node that the object is on. */
  readonly node: ApiObject | undefined
  /** A free address for the pod on its node. */
  readonly address: () => string
  readonly related?: Related
  /** Whether the pod's node had an image before a time; it has none if absent. */
  readonly hasImage?: (image: string, before: string) => boolean
  /** The other pods on its node. */
  readonly others?: () => readonly ApiObject[]
  /** What the pods that its node has accepted take of it; nothing if absent. */
  readonly taken?: Taken
  /** Whether the pod's volumes are attached; true if absent. */
  readonly mounted?: boolean
}

/** An event about an object. */
export interface StageEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** The part of the object that it is about. */
  readonly fieldPath?: string
  /** How often it has happened; once if absent. */
  readonly times?: number
}

type StagePlace = Partial<Pick<StageContext, 'node' | 'others' | 'taken'>>

/** The resources whose objects have stages. */
export type StagedResource = 'pods' | 'nodes' | 'persistentvolumeclaims' | 'persistentvolumes' | 'volumeattachments'

/** Related objects that the stages of an object depend on, by their relation to it. */
export type Related = Readonly<Record<string, ApiObject | undefined>>

/** One step in the life of an object: from a state that the selector describes, after a delay, to the next state. */
export interface Stage {
  readonly name: string
  readonly resource: StagedResource
  /** A description of when it applies. */
  readonly about?: string
  /** Written by the user: its status is a strategic merge patch. Those of built-in stages replace the lists that they contain. */
  readonly own?: true
  readonly selector: StageSelector
  /** A condition that paths can't express. */
  readonly when?: (object: ApiObject, related: Related, place: StagePlace) => boolean
  /** Applies only once the pod's volumes are attached. */
  readonly mounted?: true
  /**
   * When the stage comes, in milliseconds since the epoch, whatever else the object waits for. Such a stage has no weight and no delay.
   */
  readonly deadline?: (object: ApiObject) => number
  /** The relative probability among the stages that fit. Default 1; a stage of weight 0 is chosen only if no other fits. */
  readonly weight?: number
  readonly delay?: {
    readonly milliseconds: number
    /** Maximum random addition to the delay. */
    readonly jitterMilliseconds?: number
    /** Replaces `milliseconds` if the object specifies its own delay. */
    readonly from?: (object: ApiObject, now: number) => number | undefined
  }
  readonly next: {
    /** A merge patch of the status. */
    readonly status?: (object: ApiObject, context: StageContext) => JsonObject
    readonly event?: {
      readonly type: 'Normal' | 'Warning'
      readonly reason: string
      readonly message: (object: ApiObject, now: string) => string
    }
    /** Events that depend on the object's context, with the reasons that they may have. */
    readonly tell?: {
      readonly reasons: readonly string[]
      readonly events: (object: ApiObject, context: StageContext) => readonly StageEvent[]
    }
    /** Another object to create; it may exist already. */
    readonly create?: (
      object: ApiObject,
      context: StageContext,
    ) => { readonly target: Target; readonly object: ApiObject }
    readonly finalizers?: { readonly empty: true }
    readonly delete?: boolean
  }
}

const stepsOf = (path: string): readonly string[] => path.replace(/^\./, '').split('.')

function memberAt(object: unknown, steps: readonly string[]): unknown {
  let value = object
  for (const key of steps) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** The member of an object at a path such as `status.phase`, with or without a leading dot. */
export const memberOf = (object: unknown, path: string): unknown => memberAt(object, stepsOf(path))

// Parsed paths are cached, because each change of an object evaluates the conditions of all stages.
const steps = new WeakMap<MemberExpression, readonly string[]>()
function stepsIn(expression: MemberExpression): readonly string[] {
  const known = steps.get(expression)
  if (known) return known
  const parsed = stepsOf(expression.key)
  steps.set(expression, parsed)
  return parsed
}

function holds(object: ApiObject, expression: MemberExpression): boolean {
  const { operator, values = [] } = expression
  const value = memberAt(object, stepsIn(expression))
  const there = value !== undefined && value !== null && value !== ''
  if (operator === 'Exists') return there
  if (operator === 'DoesNotExist') return !there
  return (there && values.includes(typeof value === 'string' ? value : writeJson(value))) === (operator === 'In')
}

const covers = (all: Readonly<Record<string, string>> | undefined, some?: Readonly<Record<string, string>>) =>
  some === undefined || Object.entries(some).every(([key, value]) => all?.[key] === value)

/** Whether an object is in the state that a stage starts from. */
export const fits = (
  { selector, when, mounted }: Stage,
  object: ApiObject,
  context: Partial<Pick<StageContext, 'related' | 'mounted' | 'node' | 'others' | 'taken'>> = {},
): boolean =>
  covers(object.metadata.labels, selector.matchLabels) &&
  covers(object.metadata.annotations, selector.matchAnnotations) &&
  (selector.matchExpressions ?? []).every((expression) => holds(object, expression)) &&
  !(mounted && context.mounted === false) &&
  (when?.(object, context.related ?? {}, context) ?? true)

const pairs = (what: string, some: Readonly<Record<string, string>> = {}) =>
  Object.entries(some).map(([key, value]) => ({
    text: `${what} ${key} is ${value || 'empty'}`,
    test: (object: ApiObject) =>
      (what === 'label' ? object.metadata.labels : object.metadata.annotations)?.[key] === value,
  }))
const WORDS = { In: 'is', NotIn: 'is not', Exists: 'is set', DoesNotExist: 'is not set' } as const
const orList = new Intl.ListFormat('en', { type: 'disjunction' })

/** The conditions of a selector, each with a description and whether it holds for an object. */
export const conditionsOf = ({ matchLabels, matchAnnotations, matchExpressions = [] }: StageSelector) => [
  ...pairs('label', matchLabels),
  ...pairs('annotation', matchAnnotations),
  ...matchExpressions.map((expression) => ({
    text: [expression.key.replace(/^\./, ''), WORDS[expression.operator], orList.format(expression.values ?? [])]
      .filter(Boolean)
      .join(' '),
    test: (object: ApiObject) => holds(object, expression),
  })),
]

/** A number in [0, 1) that depends only on the text, so that the same history makes the same choices. */
export function chance(text: string): number {
  let hash = fnv1a(text)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x7feb352d) >>> 0
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x846ca68b) >>> 0) / 2 ** 32
}

/** Chooses among the stages that fit, by their weights. */
export function choose(stages: readonly Stage[], turn: string): Stage | undefined {
  const total = stages.reduce((sum, { weight = 1 }) => sum + weight, 0)
  if (total === 0) return stages[0]
  let left = chance(turn) * total
  return stages.find(({ weight = 1 }) => (left -= weight) < 0)
}

/**
 * Chance picks one of these times, in milliseconds: objects that enter a stage at the same moment then share what a moment costs.
 */
const COMMON_MS = 100

/** When an object that waits for a stage since `now` enters it, in milliseconds. */
export function dueOf({ delay }: Stage, object: ApiObject, turn: string, now: number): number {
  if (!delay) return now
  const least = now + (delay.from?.(object, now) ?? delay.milliseconds)
  const jitter = Math.floor(chance(`${turn}/delay`) * (delay.jitterMilliseconds ?? 0))
  const common = Math.floor((least + jitter) / COMMON_MS) * COMMON_MS
  return jitter === 0 ? least : Math.max(least, common)
}
