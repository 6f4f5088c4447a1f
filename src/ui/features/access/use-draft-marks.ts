import { useMemo } from 'react'
import { StatusError } from '../../../client/client'
import { fieldPosition, type Mark } from '../../components/editor/field-position'
import type { RbacDraft } from './rbac-drafts'
import type { SaveOutcome } from './save'

/** Problems of the drafts, and the fields that the server refused, as marks of the editor. */
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
