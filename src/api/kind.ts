import type { FieldError } from '../machinery/field-wording'
import type { MaybePromise } from '../machinery/maybe-promise'
import type { ApiObject } from '../machinery/object'
import type { GroupResource } from '../machinery/reader'
import type { Behaviour, Served } from './releases/ledger'
import type { KindContext } from './kind-context'
import type { Column } from './kind-column'
import type { SubresourceBehaviour, ScaleRule } from './subresource-behaviour'

/** Which object names a kind allows: `subdomain` (RFC 1123, 253), `label` (RFC 1123, 63), `label-1035`, `path` (path segment). */
export type NameRule = 'subdomain' | 'label' | 'label-1035' | 'path' | ((name: string, prefix: boolean) => string[])
/** A rule that depends on release and feature gates, or on what the object says. */
export type NameRuleOf = (served: Pick<KindContext, 'release' | 'feature'>, object: ApiObject) => NameRule

/** Where objects of a kind hold addresses or ranges of addresses: `spec.peers[].cidr`; `[]` stands for each element. */
export interface AddressField {
  readonly at: string
  readonly form: 'address' | 'range'
  /** Only warnings: any text is valid. */
  readonly free?: true
  /** The behaviour that warns about ambiguous forms; default `address-warnings`. `none` if the kind's own warnings do. */
  readonly warns?: Behaviour | 'none'
}

/**
 * All behaviour specific to one kind. Functions see the hub version (the newest stable one) unless stated otherwise; drafts may be changed
 * in place, `old` never. Every member is optional: absent means the generic rule.
 */
export interface KindBehaviour {
  readonly group: string
  /** Plural, as in URLs. */
  readonly resource: string
  readonly kind: string
  readonly nameRule?: NameRule
  /** Takes precedence over `nameRule`. */
  readonly nameRuleOf?: NameRuleOf
  /** Group named in errors by releases that don't know the kind's own group. */
  readonly olderErrorGroup?: string
  /**
   * How often kind-specific rules validate metadata on update, in addition to the generic rules, up to 1.20: its changes and the whole.
   * Each pass repeats the errors. Default: once each.
   */
  readonly metadataPasses?: readonly [changes: number, wholes: number]
  /** How often everything is validated on create. Each pass repeats the errors, those of metadata included. Default: once. */
  readonly createPasses?: number
  /** Finalizers need no domain (custom types, webhook configurations and a few more). Default false: standard names or names with a domain. */
  readonly anyFinalizer?: boolean
  /** Why an object whose fields can be read has no internal form in a real server; undefined if it has one. */
  readonly unreadable?: (object: ApiObject) => string | undefined
  /** Applies defaults of the given version, before conversion to the hub. */
  readonly defaults?: (object: ApiObject, version: string, served: Served) => void
  /** Completes objects that an earlier release stored. Returns the object itself or a changed copy. */
  readonly completeStored?: (object: ApiObject, release: number) => ApiObject
  /**
   * For `?export`, until 1.20: removes more than other kinds do, unless the export has to be exact. Returns why it can't be exported.
   * 'refused' if the kind has no export. Default: what is prepared for a new object will do.
   */
  readonly exporting?: 'refused' | ((object: ApiObject) => readonly FieldError[])
  /** After mutating admission: resets server-owned fields, e.g. empties `status`. `given` is the defaulted request. */
  readonly prepareForCreate?: (object: ApiObject, context: KindContext, given?: ApiObject) => void
  /**
   * After mutating admission, before validation: restores what this write can't change, e.g. `status` from `old`. Changes made here are
   * not attributed to the client.
   */
  readonly prepareForUpdate?: (object: ApiObject, old: ApiObject, context: KindContext) => void
  /** Loads code that `validate` and `validateUpdate` need for this object and that most servers never need. */
  readonly load?: (object: ApiObject, served: Served) => MaybePromise<unknown>
  /** After mutating admission. `old` is absent on create; some rules tolerate what stood there before. */
  readonly validate?: (object: ApiObject, context: KindContext, old?: ApiObject) => FieldError[]
  /** `validate` runs on create only. */
  readonly validatesOnce?: true
  /** Update validation repeats the validation of the whole object, so its errors appear twice. */
  readonly repeatsObjectErrors?: true
  /** Errors of the update come before those of the object itself. */
  readonly updateErrorsFirst?: true
  /** Additional validation of updates, such as immutable fields. */
  readonly validateUpdate?: (object: ApiObject, old: ApiObject, context: KindContext) => FieldError[]
  /**
   * Asynchronous checks, such as signatures or permissions; run after `validate` and `validateUpdate` and reported together with them.
   * `old` is absent on create; `subresource` is empty for the object itself.
   */
  readonly verify?: (
    object: ApiObject,
    old: ApiObject | undefined,
    subresource: string,
    context: KindContext,
  ) => Promise<FieldError[]>
  /** Texts of Warning headers for an object. `old` is absent on create; not called for subresources. */
  readonly warnings?: (object: ApiObject, context: KindContext, old?: ApiObject) => string[]
  /** Fields with addresses that older releases read in more forms than newer ones. */
  readonly addresses?: readonly AddressField[]
  /** Allocates resources (cluster IPs, node ports) after validation, before validating admission and storage. */
  readonly beginCreate?: (object: ApiObject, context: KindContext) => void
  /** Releases what `beginCreate` allocated for an object that was then refused. */
  readonly abandonCreate?: (object: ApiObject, context: KindContext) => void
  /** Runs after validation and validating admission, just before storage. */
  readonly beginUpdate?: (object: ApiObject, old: ApiObject, context: KindContext) => void
  /** Exclusive values: no two objects of the kind may hold the same one. Several servers enforce this through the store. */
  readonly exclusive?: (object: ApiObject) => readonly string[]
  /** Has `spec` and `status`: by default writes to the main resource keep the old status, and `/status` changes only the status. */
  readonly hasStatus?: boolean
  /** Generation increases on any change outside metadata and status. Default: true if `hasStatus`. */
  readonly generation?: boolean | ((object: ApiObject, old: ApiObject) => boolean)
  readonly subresources?: Readonly<Record<string, SubresourceBehaviour>>
  /** Whether PUT may create. Default false. */
  readonly createOnUpdate?: boolean
  /** Whether PUT without resourceVersion is accepted. Default true. */
  readonly unconditionalUpdate?: boolean
  /** In releases with this behaviour, what a PUT says about version and uid is judged with the object's other fields. */
  readonly versionJudged?: Behaviour
  /** An update reads the stored object once more before validating admission, which then sees its field owners in all releases. */
  readonly updateReadsAgain?: boolean
  /** Whether DELETE returns the object instead of a Status: always, never, or (default) only if it is not removed yet. */
  readonly deleteReturnsObject?: boolean | 'never'
  /** Companion kinds whose object of the same name is deleted with it. */
  readonly deletedTogether?: readonly GroupResource[]
  /** Why the object of this name can't be deleted directly; undefined if it can. */
  readonly undeletable?: (name: string) => string | undefined
  /** Grace period in seconds for a requested value; absent means none (only pods have one). */
  readonly gracePeriodSeconds?: (
    object: ApiObject,
    asked: number | bigint | undefined,
    release: number,
  ) => number | bigint
  /** What else, besides metadata.finalizers, holds a terminating object (a namespace's spec.finalizers). */
  readonly holdsDeletion?: (object: ApiObject) => boolean
  /**
   * How a deletion's policy for dependents is heeded, which by default adds a finalizer: never, because nothing depends on the kind; not
   * by the first deletion; or only by the first, for which orphanDependents=false means Foreground.
   */
  readonly propagation?: 'never' | 'not-first' | 'first'
  /** Words of its own for a deletion whose preconditions don't hold (namespaces, definitions). Default false: those of all other kinds. */
  readonly ownPreconditions?: boolean
  /** Additional changes when deletion begins (a namespace's phase). Changes the draft. */
  readonly markTerminating?: (object: ApiObject) => void
  /** Additional field selectors. */
  readonly fieldSelectors?: Readonly<Record<string, (object: ApiObject) => string>>
  /** Whether a version (`group/version`) supports a field selector; absent means all versions do. */
  readonly offersField?: (field: string, apiVersion: string) => boolean
  /** Message for a field that no selector of this version may name; absent or undefined means the usual one. */
  readonly unknownField?: (field: string, apiVersion: string) => string | undefined
  /** Table columns after the name; the default is Created At. */
  readonly columns?: readonly Column[]
  /** The columns include the name, because it is not the first column (events). */
  readonly columnsWithName?: boolean
  readonly cells?: (object: ApiObject, now: number) => unknown[]
  /** Row order of a table, if not by name. */
  readonly rowOrder?: (left: ApiObject, right: ApiObject) => number
  /** For kinds with a scale subresource: paths of the replica counts and of the pod selector text. */
  readonly scale?: ScaleRule
  /** Overrides from a minor release on. */
  readonly since?: Readonly<Record<number, Partial<KindBehaviour>>>
  /** Versions (`group/version`) in which a delete without policy orphans dependents. */
  readonly orphansThrough?: readonly string[]
}
