import type { GateName } from '../releases/gates'
import type { ResourceRow } from '../releases/rows'

/** Resources of a kind in one rule of a default role; `part` names the rule in authorization/default-roles.json. */
export interface RolePart {
  readonly part: string
  readonly group: string
  readonly resources: readonly string[]
}

/** How objects of a kind and others find each other. */
export interface References {
  /** Objects of this kind name or select others. */
  readonly refers?: true
  /** Where it selects pods: a map of labels (which selects nothing when empty) or a label selector. */
  readonly selectsPods?: { readonly path: readonly string[]; readonly form: 'labels' | 'selector' }
  /** Fields, wherever they stand, that name an object of this kind; `member` holds the name where the field is an object. */
  readonly namedBy?: Readonly<Record<string, { readonly member?: string }>>
}

/** What is known of a kind as plain data; its folder has them in `facts.ts`. */
export interface KindFacts {
  /** Where it is served: a row for each group. */
  readonly rows: readonly ResourceRow[]
  /** Fields that a gate guards, as `type field field …`. */
  readonly gatedFields?: Readonly<Partial<Record<GateName, readonly string[]>>>
  /** Fields that came with a release and no gate, or later than their gate, as `type field field …`. */
  readonly addedFields?: Readonly<Record<number, readonly string[]>>
  /** Its part in the default roles of a namespace's users. */
  readonly roles?: readonly RolePart[]
  readonly references?: References
  /** Fields whose values releases publish, as `value, value …: type.field type.field …` (`api/openapi/published-values.ts`). */
  readonly fieldValues?: Readonly<Record<string, string>>
}
