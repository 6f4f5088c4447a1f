import { useMemo } from 'react'
import { StatusError } from '../../../client/status-error'
import { fieldPosition, type Mark } from '../../components/editor/field-position'

/** Editor marks for problems in the text and fields that the server rejected. */
export function useYamlMarks({
  problem,
  error,
  text,
}: {
  readonly problem: { readonly message: string; readonly from: number; readonly to: number } | undefined
  readonly error: unknown
  readonly text: string
}) {
  const marks = useMemo((): Mark[] => {
    if (problem) return [{ from: problem.from, to: problem.to, message: problem.message, severity: 'error' }]
    if (!(error instanceof StatusError)) return []
    return (error.details?.causes ?? [])
      .filter((cause) => cause.field)
      .map((cause) => ({ ...fieldPosition(text, cause.field ?? ''), message: cause.message ?? '', severity: 'error' }))
  }, [problem?.message, error, text])
  return marks
}
