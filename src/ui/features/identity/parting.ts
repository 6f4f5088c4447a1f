import type { RequestTrace, StageName } from '../../../server/trace'

type Way = Pick<RequestTrace, 'status' | 'steps'>

/** What each stage said: who decided, and how. */
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
 * The first stage at which two requests differ; undefined when they pass alike. Requests with different statuses differ at the
 * stage that refused only one of them, else at the first whose verdicts differ, else in the response. The audit stage, which
 * writes down who asked, always differs and is left out.
 */
export function partingOf(left: Way, right: Way): StageName | 'response' | undefined {
  const [ours, theirs] = [verdictsOf(left), verdictsOf(right)]
  const stages = [...new Set([...ours.keys(), ...theirs.keys()])].filter((stage) => stage !== 'audit')
  const first = stages.find((stage) => ours.get(stage)?.text !== theirs.get(stage)?.text)
  if (left.status === right.status) return first
  const decisive = stages.find((stage) => (ours.get(stage)?.refused ?? false) !== (theirs.get(stage)?.refused ?? false))
  return decisive ?? first ?? 'response'
}
