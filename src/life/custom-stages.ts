import { sharedListAndWatch } from '../client/shared-watch'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { writeJson } from '../machinery/json-text'
import type { ControllerDeps } from '../controllers/controllers'
import {
  type StagedResource,
  memberOf,
  type MemberExpression,
  type Stage,
  type StageContext,
  type StageSelector,
} from './stage'
import { defineStages, STAGES } from './stage-type'

/** Minimum delay, so that a stage without a delay that does not change its own state can't keep the cluster busy. */
const LEAST_DELAY_MS = 100
/** The kinds that have stages, by resource. */
export const STAGED_KINDS = {
  pods: 'Pod',
  nodes: 'Node',
  persistentvolumeclaims: 'PersistentVolumeClaim',
  persistentvolumes: 'PersistentVolume',
  volumeattachments: 'VolumeAttachment',
} as const satisfies Readonly<Record<StagedResource, string>>
type LivedKind = (typeof STAGED_KINDS)[StagedResource]
const RESOURCES = Object.fromEntries(
  Object.entries(STAGED_KINDS).map(([resource, kind]) => [kind, resource]),
) as Readonly<Record<LivedKind, StagedResource>>

interface StageSpec {
  readonly resourceRef: { readonly kind: LivedKind }
  readonly selector?: Omit<StageSelector, 'matchExpressions'> & { readonly matchExpressions?: MemberExpression[] }
  readonly weight?: number
  readonly delay?: { readonly durationMilliseconds?: number; readonly jitterDurationMilliseconds?: number }
  readonly next: {
    readonly status?: JsonObject
    readonly event?: { readonly type?: 'Normal' | 'Warning'; readonly reason: string; readonly message?: string }
    readonly finalizers?: { readonly empty?: boolean }
    readonly delete?: boolean
  }
}

/** Replaces references in a text by members of the object or by the time: `$(metadata.name)`, `$(now)`. Missing members are empty. */
function expand(text: string, object: ApiObject, now: string): string {
  return text.replace(/\$\(([^()]+)\)/g, (_all, path: string) => {
    const value = path === 'now' ? now : memberOf(object, path)
    return value === undefined || value === null ? '' : typeof value === 'string' ? value : writeJson(value)
  })
}

function expandAll(value: Json, object: ApiObject, now: string): Json {
  if (typeof value === 'string') return expand(value, object, now)
  if (Array.isArray(value)) return value.map((item) => expandAll(item, object, now))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expandAll(member, object, now)]))
}

/** Converts a Stage object to a stage of the engine. */
export function stageOf(object: ApiObject): Stage {
  const { resourceRef, selector = {}, weight, delay = {}, next } = object['spec'] as StageSpec
  const { durationMilliseconds: least = 0, jitterDurationMilliseconds: most = least } = delay
  const { status, event, finalizers } = next
  return {
    name: object.metadata.name ?? '',
    own: true,
    resource: RESOURCES[resourceRef.kind],
    selector,
    ...(weight !== undefined && { weight }),
    delay: {
      milliseconds: Math.max(LEAST_DELAY_MS, least),
      jitterMilliseconds: Math.max(0, most - Math.max(LEAST_DELAY_MS, least)),
    },
    next: {
      ...(status && {
        status: (from: ApiObject, { now }: StageContext) => expandAll(status, from, now) as JsonObject,
      }),
      ...(event && {
        event: {
          type: event.type ?? 'Normal',
          reason: event.reason,
          message: (from: ApiObject, now: string) => expand(event.message ?? '', from, now),
        },
      }),
      ...(finalizers?.empty && { finalizers: { empty: true } }),
      ...(next.delete && { delete: true }),
    },
  }
}

/** The custom stages in their current state. */
export class CustomStages {
  private readonly stages = new Map<string, Stage>()
  private readonly listeners = new Set<() => void>()

  /** The stages of a kind, by name. */
  of(resource: Stage['resource']): Stage[] {
    return [...this.stages.values()]
      .filter((stage) => stage.resource === resource)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Defines the custom type and follows its objects until the signal aborts. */
  async define(deps: ControllerDeps): Promise<void> {
    const { client, clock, signal, log } = deps
    const failed = (error: unknown) => log('stages', `cannot serve stages: ${String(error)}`)
    const done = clock.working?.()
    const served = await defineStages(client)
      .catch((error: unknown) => {
        if (!signal.aborted) failed(error)
        // Another writer may have defined it.
        return true
      })
      .finally(done)
    if (served) await this.follow(deps)
  }

  /** Follows the objects until the signal aborts; another controller defines their type. */
  async follow({ reader, clock, signal }: ControllerDeps): Promise<void> {
    const set = (object: ApiObject) => this.stages.set(object.metadata.name ?? '', stageOf(object))
    await sharedListAndWatch(
      reader,
      STAGES,
      {},
      {
        replaced: (objects) => {
          this.stages.clear()
          objects.forEach(set)
          this.changed()
        },
        changed: ({ type, object }) => {
          if (type === 'DELETED') this.stages.delete(object.metadata.name ?? '')
          else set(object)
          this.changed()
        },
      },
      clock,
      signal,
    )
  }

  private changed(): void {
    for (const listener of this.listeners) listener()
  }
}
