import type { ReadFlag } from '../machinery/flag-name'
import type { FieldError } from '../machinery/field-error'
import type { ApiObject } from '../machinery/object'
import type { Random } from '../machinery/random'
import type { GroupResource, ObjectReader } from '../machinery/reader'
import type { UserInfo } from '../machinery/user'
import type { Feature } from './releases/gates'
import type { Served } from './releases/ledger'

/** Objects that somebody would read; a star stands for all. */
export interface ReadTarget {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

/** What a kind's functions may ask about the write that they take part in. */
export interface KindContext {
  readonly now: number
  readonly random: Random
  readonly reader: ObjectReader
  readonly user: UserInfo
  readonly namespace: string
  readonly dryRun: boolean
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
  readonly flag: ReadFlag
  readonly warn: (text: string) => void
  /** The group that the client used; it differs from the kind's own where groups share what they store. */
  readonly group?: string
  /** The version that the client used, such as `v1beta1`. */
  readonly version: string
  /** For `verify`; a kind that has one throws without it. */
  readonly crypto?: Pick<Crypto, 'subtle' | 'getRandomValues'>
  /** For `verify`: whether the user of the write may get objects. Without it rights are not checked. */
  readonly mayGet?: (target: ReadTarget) => Promise<boolean>
}

export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description?: string
  /** 0 is always shown; more only in wide views. */
  readonly priority?: number
  /** Shown from this minor release on; absent means always. */
  readonly since?: number
  /** Not shown any more from this minor release on. */
  readonly removed?: number
}

/** Which names a kind allows: `subdomain` (RFC 1123, 253), `label` (RFC 1123, 63), `label-1035`, `path` (path segment). */
export type NameRule = 'subdomain' | 'label' | 'label-1035' | 'path' | ((name: string, prefix: boolean) => string[])
/** A rule that depends on what the server is set to. */
export type NameRuleOf = (served: Pick<KindContext, 'release' | 'feature'>) => NameRule

/** A subresource that writes a part of its parent, or acts on it. */
export interface SubresourceBehaviour {
  /** Runs on a write through the subresource: take over what it may change from `object`, the rest from `old`. */
  prepareForUpdate?(object: ApiObject, old: ApiObject, context: KindContext): void
  validateUpdate?(object: ApiObject, old: ApiObject, context: KindContext): FieldError[]
}

/** Where a workload keeps its size; `selector` is in the text form of label selectors. */
export interface ScaleRule {
  readonly replicas: readonly string[]
  readonly statusReplicas: readonly string[]
  selector(object: ApiObject): string
  /** What is told to be missing where somebody reads the scale of an object that is not there; else the object. */
  readonly missing?: GroupResource
}

/**
 * Everything that sets one kind apart, in one place. All functions see the hub version (the newest stable one) unless
 * said otherwise; drafts may be changed in place, `old` never. Every member is optional: absent means the generic rule.
 */
export interface KindBehaviour {
  readonly group: string
  /** Plural, as in URLs. */
  readonly resource: string
  readonly kind: string
  readonly nameRule?: NameRule
  /** Stands before `nameRule` where it is given. */
  readonly nameRuleOf?: NameRuleOf
  /** The group that refusals name while the release does not name the kind's own. */
  readonly olderErrorGroup?: string
  /**
   * How often the kind's own rules look at the metadata of an update, up to 1.20 and beside those of all kinds: at what may change,
   * and at the whole. Each time tells again what is wrong. Default: once each.
   */
  readonly metadataLooks?: readonly [changes: number, wholes: number]
  /** Finalizers need no domain (custom types and registrations). Default false: names of the control plane or with a domain. */
  readonly anyFinalizer?: boolean
  /** Fills what a body of the given version leaves out; runs on the body's own version, before conversion to the hub. */
  readonly defaults?: (object: ApiObject, version: string, served: Served) => void
  /** What a release fills in when it reads what an earlier one stored. Returns the object itself or a changed copy. */
  readonly completeStored?: (object: ApiObject, release: number) => ApiObject
  /** After mutating admission: server-owned fields, e.g. `status` emptied. `given` is what was asked for, with its defaults. */
  readonly prepareForCreate?: (object: ApiObject, context: KindContext, given?: ApiObject) => void
  /**
   * After mutating admission, before validation: restore what this write can't change, e.g. `status` from `old`. Fields
   * changed here are not recorded as changes of the client.
   */
  readonly prepareForUpdate?: (object: ApiObject, old: ApiObject, context: KindContext) => void
  /** After mutating admission. */
  readonly validate?: (object: ApiObject, context: KindContext) => FieldError[]
  /** `validate` runs on create only. */
  readonly validatesOnce?: true
  /** The rule of a change looks at the whole object, too: an update is told twice what is wrong with it. */
  readonly looksTwice?: true
  /** What is wrong with a change is told before what is wrong with the object itself. */
  readonly changesFirst?: true
  /** In addition to `validate` on updates; immutable fields. */
  readonly validateUpdate?: (object: ApiObject, old: ApiObject, context: KindContext) => FieldError[]
  /**
   * What can't be told at once, such as a signature or a right: asked after `validate` and `validateUpdate`, together with them.
   * `old` is absent on creation; `subresource` is empty for the object itself.
   */
  readonly verify?: (
    object: ApiObject,
    old: ApiObject | undefined,
    subresource: string,
    context: KindContext,
  ) => Promise<FieldError[]>
  /** Texts for Warning headers about the object. `old` is absent on creation; not asked for writes to subresources. */
  readonly warnings?: (object: ApiObject, context: KindContext, old?: ApiObject) => string[]
  /** After validation, before validating admission and the store: allocations (cluster addresses, node ports). */
  readonly beginCreate?: (object: ApiObject, context: KindContext) => void
  /** Gives back what `beginCreate` took for an object that was refused after it. */
  readonly abandonCreate?: (object: ApiObject, context: KindContext) => void
  /** After validation and validating admission, just before the store. */
  readonly beginUpdate?: (object: ApiObject, old: ApiObject, context: KindContext) => void
  /** What no two objects of the kind may have at once. Several servers that give it out keep to that through the store. */
  readonly exclusive?: (object: ApiObject) => readonly string[]
  /** Has `spec` and `status`: by default a main write keeps the old status, and `/status` changes only it. */
  readonly hasStatus?: boolean
  /** Generation grows when anything but metadata and status changes. Default: true where `hasStatus`. */
  readonly generation?: boolean | ((object: ApiObject, old: ApiObject) => boolean)
  readonly subresources?: Readonly<Record<string, SubresourceBehaviour>>
  /** PUT may create. Default false. */
  readonly createOnUpdate?: boolean
  /** PUT without resourceVersion is accepted. Default true. */
  readonly unconditionalUpdate?: boolean
  /** DELETE answers with the object instead of a Status: always, never, or (by default) when it is only marked for now. */
  readonly deleteReturnsObject?: boolean | 'never'
  /** Kinds whose object of the same name goes with it at once. */
  readonly deletedTogether?: readonly GroupResource[]
  /** Why nobody may delete the object of this name by itself; undefined for all others. */
  readonly undeletable?: (name: string) => string | undefined
  /** Seconds that a delete waits for an agent, from what the client asked for; absent means none (pods only). */
  readonly gracePeriodSeconds?: (object: ApiObject, asked: number | bigint | undefined) => number | bigint
  /** Something beside metadata.finalizers that keeps a terminating object (a namespace's spec.finalizers). */
  readonly holdsDeletion?: (object: ApiObject) => boolean
  /** What else a delete request marks (a namespace's phase). Changes the draft. */
  readonly markTerminating?: (object: ApiObject) => void
  /** Further fields that field selectors may name. */
  readonly fieldSelectors?: Readonly<Record<string, (object: ApiObject) => string>>
  /** Whether a version (`group/version`) offers a field of `fieldSelectors`; absent means that all versions do. */
  readonly offersField?: (field: string, apiVersion: string) => boolean
  /** Cells after the name; without it the default table (Name, Created At). */
  readonly columns?: readonly Column[]
  /** The columns and cells bring the name themselves, where it is not first (events). */
  readonly columnsWithName?: boolean
  readonly cells?: (object: ApiObject, now: number) => unknown[]
  /** The order of the rows of a list's table, where it is not that of the names. */
  readonly rowOrder?: (left: ApiObject, right: ApiObject) => number
  /** Workloads whose size is a resource of its own: paths of the numbers, and the selector of the pods as a text. */
  readonly scale?: ScaleRule
  /** What differs from a minor release on. */
  readonly since?: Readonly<Record<number, Partial<KindBehaviour>>>
  /** Versions (`group/version`) through which a delete that names no policy leaves the dependents behind. */
  readonly orphansThrough?: readonly string[]
}

export type { GroupResource }
