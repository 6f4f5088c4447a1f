import { Button } from '@mantine/core'
import { type Query, type QueryClient, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type OpenLoad, stopLoads, useOpenLoads } from '../state/loads'
import { Reload } from './Reload'

const waits = ({ state }: Query): boolean => state.status === 'pending' && state.fetchStatus === 'fetching'

/** Queries without a first answer, as reads that can be stopped. */
const openQuestions = (queries: QueryClient): OpenLoad[] =>
  queries
    .getQueryCache()
    .findAll({ predicate: waits })
    .map((query) => ({
      stop: (error) => {
        void query.cancel({ silent: true })
        query.setState({ ...query.state, status: 'error', fetchStatus: 'idle', error })
      },
      again: () => void queries.refetchQueries({ queryKey: query.queryKey, exact: true }),
    }))

/** A way out of a long wait: stops the reads, or reloads the page if it waits for something else. */
export function StopLoading() {
  const queries = useQueryClient()
  const asked = useIsFetching({ predicate: waits })
  const open = useOpenLoads((state) => state.open.size)
  if (open + asked === 0) return <Reload />
  return (
    <Button size="compact-sm" variant="default" onClick={() => stopLoads(openQuestions(queries))}>
      Stop loading
    </Button>
  )
}
