import type { QueryClient } from '@tanstack/react-query'

/**
 * Updates a query's data with the answer to a change, and cancels readings that began before it: they would show the old
 * state until the next reading. Rejects as the change does.
 */
export async function showAnswer(queries: QueryClient, queryKey: readonly unknown[], change: Promise<unknown>) {
  const answer = await change
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, answer)
}
