import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import type { ResourceInfo } from '../../queries/discovery'
import type { LiveTableState } from '../../queries/live-rows'
import { pluralOf } from '../../queries/plural'
import { useSetQuery } from '../../state/place'
import { ExampleButton } from './ExampleButton'

/** An empty list, with the reason: the filter, or no objects yet. */
export function EmptyList({
  live,
  info,
  namespace,
  create,
}: {
  readonly live: LiveTableState
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly create: () => void
}) {
  const setQuery = useSetQuery()
  return (
    <Empty
      title={
        live.rows.length
          ? `No ${pluralOf(info)} match the filter`
          : `No ${pluralOf(info)}${namespace ? ` in ${namespace}` : ''}`
      }
      icon={live.rows.length ? 'filter' : 'kind'}
      actions={
        live.rows.length ? (
          <Button variant="default" onClick={() => setQuery({ filter: undefined })}>
            Clear filter
          </Button>
        ) : (
          <>
            {info.verbs.includes('create') && (
              <Button leftSection={<Icon name="plus" />} onClick={create}>
                Create {info.kind}
              </Button>
            )}
            <ExampleButton />
          </>
        )
      }
    >
      {!live.rows.length && 'New ones appear here immediately, including those created in other tabs.'}
    </Empty>
  )
}
