import { useMemo } from 'react'
import { StatusError } from '../../../client/status-error'
import { fieldPosition, type Mark } from '../../components/editor/field-position'
import type { RbacDraft } from './rbac-drafts'
import type { SaveOutcome } from './save'

/** Editor marks for problems in the drafts and fields that the server rejected. */
export function useDraftMarks({
  drafts,
  refusals,
}: {
  readonly drafts: readonly RbacDraft[]
  readonly refusals: readonly SaveOutcome[]
}) {
  const marks = useMemo(
    (): Mark[] => [
      ...drafts.flatMap(({ problem }): Mark[] => (problem ? [{ ...problem, severity: 'error' }] : [])),
      ...refusals.flatMap(({ change: { document }, error }) =>
        error instanceof StatusError
          ? (error.details?.causes ?? []).flatMap((cause): Mark[] => {
              if (!cause.field) return []
              const { from, to } = fieldPosition(document.text, cause.field)
              return [
                { from: document.from + from, to: document.from + to, message: cause.message ?? '', severity: 'error' },
              ]
            })
          : [],
      ),
    ],
    [drafts, refusals],
  )
  return marks
}
