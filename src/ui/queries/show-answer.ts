import type { QueryClient } from '@tanstack/react-query'

/**
 * Makes the answer to a change what a query shows. A reading that began before the change may end after it: its answer is of
 * the past, and would take the change back until the next reading. Rejects as the change does.
 */
export async function showAnswer(queries: QueryClient, queryKey: readonly unknown[], change: Promise<unknown>) {
  const answer = await change
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, answer)
}
