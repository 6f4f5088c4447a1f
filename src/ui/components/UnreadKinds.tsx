import type { UseQueryResult } from '@tanstack/react-query'
import type { Relations } from '../queries/relations'
import { ErrorMessage } from './States'

const NAMED = 4

/** Says why objects, or those of some kinds, could not be read, and what is missing therefore; nothing if all were read. */
export function UnreadKinds({
  of: { data, error, refetch },
  missing,
}: {
  readonly of: UseQueryResult<Relations, Error>
  /** A sentence about what may be missing. */
  readonly missing: string
}) {
  const [first] = data?.unread ?? []
  const again = (): void => void refetch()
  if (error)
    return (
      <ErrorMessage error={error} onRetry={again}>
        {missing}
      </ErrorMessage>
    )
  if (!data || !first) return null
  const names = data.unread.slice(0, NAMED).map(({ info }) => info.resource)
  const others = data.unread.length - names.length
  return (
    <ErrorMessage error={first.error} onRetry={again}>
      Could not read {names.join(', ')}
      {others > 0 && ` and ${others} more kinds`}. {missing}
    </ErrorMessage>
  )
}
