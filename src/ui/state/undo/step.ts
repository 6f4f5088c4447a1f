import type { Target } from '../../../client/targets'
import type { ApiObject } from '../../../machinery/object'

/** A collection and the name of an object in it. */
export interface Ref {
  readonly target: Target
  readonly name: string
}

/** A whole object, to recreate it. */
export interface Captured extends Ref {
  readonly object: ApiObject
}

/** The effect of one write, with what is needed to undo it. */
export type UndoStep =
  | (Ref & { readonly did: 'created'; readonly after: ApiObject })
  | (Ref & {
      readonly did: 'changed'
      readonly before: ApiObject
      readonly after: ApiObject
      /** '' for the object itself. */
      readonly subresource: string
      /** True if the field manager applied, rather than patched or updated. */
      readonly applied: boolean
    })
  | (Ref & {
      readonly did: 'deleted'
      readonly before: ApiObject
      /** Objects deleted together with it. */
      readonly dependents: readonly Captured[]
      /** Objects that stayed without their owner. */
      readonly orphans?: readonly Captured[]
    })
  /** All stored data was replaced. */
  | { readonly did: 'replaced'; readonly how: 'import' | 'reset'; readonly before: string }

/** `Deployment default/web`. */
export const objectText = ({ name, target }: Ref, object: ApiObject): string =>
  `${object.kind ?? target.resource} ${target.namespace ? `${target.namespace}/` : ''}${name}`

const CHANGES: Readonly<Record<string, string>> = {
  scale: 'Scale',
  approval: 'Decide on',
  status: 'Change the status of',
}

/** A step as an imperative: `Delete Pod default/web and 3 dependents`. */
export function stepTitle(step: UndoStep): string {
  switch (step.did) {
    case 'created':
      return `Create ${objectText(step, step.after)}`
    case 'changed':
      return `${CHANGES[step.subresource] ?? (step.applied ? 'Apply' : 'Change')} ${objectText(step, step.after)}`
    case 'deleted': {
      const n = step.dependents.length
      return `Delete ${objectText(step, step.before)}${n ? ` and ${n} ${n === 1 ? 'dependent' : 'dependents'}` : ''}`
    }
    case 'replaced':
      return step.how === 'import' ? 'Import a cluster' : 'Reset the cluster'
  }
}

const uidOf = (step: UndoStep): string | undefined =>
  step.did === 'replaced' ? undefined : (step.did === 'created' ? step.after : step.before).metadata.uid

/** Adds a step. It is merged with an earlier step on the same object; a creation and its deletion cancel out. */
export function withStep(steps: readonly UndoStep[], step: UndoStep): readonly UndoStep[] {
  const uid = uidOf(step)
  const at = uid === undefined ? -1 : steps.findLastIndex((each) => uidOf(each) === uid)
  const before = steps[at]
  const put = (one: UndoStep): readonly UndoStep[] => steps.map((each, i) => (i === at ? one : each))
  if (before?.did === 'created' && step.did === 'deleted')
    return [...steps.filter((each) => each !== before), ...step.dependents.map(gone)]
  if (before?.did === 'created' && step.did === 'changed') return put({ ...before, after: step.after })
  if (before?.did === 'changed' && step.did === 'changed' && before.subresource === step.subresource)
    return put({ ...before, after: step.after })
  return [...steps, step]
}

const gone = ({ object, ...ref }: Captured): UndoStep => ({ ...ref, did: 'deleted', before: object, dependents: [] })

const VERBS = { created: 'Create', changed: 'Change', deleted: 'Delete', replaced: 'Replace' } as const

/** A short description of a change of one or more steps. */
export function changeTitle(steps: readonly UndoStep[]): string {
  const [first] = steps
  if (!first) return 'Nothing'
  if (steps.length === 1) return stepTitle(first)
  const kinds = new Set(steps.map(({ did }) => did))
  const refs = new Set(steps.map((step) => ('name' in step ? JSON.stringify([step.target, step.name]) : '')))
  if (refs.size === 1) return stepTitle(first)
  return `${kinds.size === 1 ? VERBS[first.did] : 'Change'} ${refs.size} objects`
}
