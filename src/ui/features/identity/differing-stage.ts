import type { RequestTrace, StageName } from '../../../server/trace'

type Way = Pick<RequestTrace, 'status' | 'steps'>

/** The decision of each stage: by whom, and how. */
function verdictsOf({ steps }: Way): Map<StageName, { readonly text: string; readonly refused: boolean }> {
  const found = new Map<StageName, { text: string; refused: boolean }>()
  for (const { stage, by = '', verdict } of steps) {
    const before = found.get(stage)
    found.set(stage, {
      text: `${before?.text ?? ''}${by}=${verdict};`,
      refused: (before?.refused ?? false) || verdict === 'refused',
    })
  }
  return found
}

/**
 * The first stage at which two requests differ; undefined if they pass alike. With different statuses, it is the stage that
 * refused only one of them, otherwise the first with different verdicts, otherwise the response. The audit stage is ignored,
 * because it records the user and so always differs.
 */
export function firstDifferingStage(left: Way, right: Way): StageName | 'response' | undefined {
  const [ours, theirs] = [verdictsOf(left), verdictsOf(right)]
  const stages = [...new Set([...ours.keys(), ...theirs.keys()])].filter((stage) => stage !== 'audit')
  const first = stages.find((stage) => ours.get(stage)?.text !== theirs.get(stage)?.text)
  if (left.status === right.status) return first
  const decisive = stages.find((stage) => (ours.get(stage)?.refused ?? false) !== (theirs.get(stage)?.refused ?? false))
  return decisive ?? first ?? 'response'
}
