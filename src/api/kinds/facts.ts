import type { GateName } from '../releases/gates'
import type { ResourceRow } from '../releases/rows'

/** Resources of a kind in one rule of a default role; `part` identifies the rule in authorization/default-roles.json. */
export interface RolePart {
  readonly part: string
  readonly group: string
  readonly resources: readonly string[]
}

/** Relationships between objects of a kind and others. */
export interface References {
  /** Whether objects of this kind refer to or select others. */
  readonly refers?: true
  /** Path of its pod selector: a label map (empty selects nothing) or a label selector. */
  readonly selectsPods?: { readonly path: readonly string[]; readonly form: 'labels' | 'selector' }
  /** Fields of any kind that refer to this one by name; `member` holds the name if the field is an object. */
  readonly namedBy?: Readonly<Record<string, { readonly member?: string }>>
}

/** Data about a kind, defined in `facts.ts` of its folder. */
export interface KindFacts {
  /** Its resources: one row per group. */
  readonly rows: readonly ResourceRow[]
  /** Fields behind a feature gate, as `type field field …`. */
  readonly gatedFields?: Readonly<Partial<Record<GateName, readonly string[]>>>
  /** Fields added by a release without a gate, or later than their gate, as `type field field …`. */
  readonly addedFields?: Readonly<Record<number, readonly string[]>>
  /** Its entries in the default user-facing roles. */
  readonly roles?: readonly RolePart[]
  readonly references?: References
  /** Published enum values, as `value, value …: type.field type.field …` (`api/openapi/published-values.ts`). */
  readonly fieldValues?: Readonly<Record<string, string>>
}
