import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { useSession } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { ClaimFailures } from './ClaimFailures'
import { STAGED_KINDS, stageRows } from './lives-model'
import { NextTurns } from './NextTurns'
import { StageTable } from './StageTable'
import { StageWriter } from './StageWriter'
import { StartShop } from './StartNodes'

/** The active life-cycle stages by kind, the next objects to change, and an editor for stages. */
export function LivesView() {
  const session = useSession()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const [writing, setWriting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['lives'],
    queryFn: async () => ({
      ...(await session.control('lives', null)),
      now: (await session.control('clock', { action: 'read' })).now,
    }),
    refetchInterval: 1000,
  })
  const fault = error && <ErrorMessage error={error} onRetry={() => void refetch()} />
  if (!data) return fault ?? <Loading lines={10} />
  if (data.stages.length === 0)
    return (
      <Empty title="No life cycles yet" actions={<StartShop />}>
        Objects pass through stages only in a cluster with simulated nodes. This cluster has none.
      </Empty>
    )
  const chosen = STAGED_KINDS.find(({ kind }) => kind === query['kind']) ?? STAGED_KINDS[0]
  return (
    <div className="o-stack">
      {fault}
      <div className="o-row wrap">
        <SegmentedControl
          aria-label="Kind of objects"
          className="o-wl-kinds"
          data={STAGED_KINDS.map(({ kind, title }) => ({ value: kind, label: title }))}
          value={chosen.kind}
          onChange={(kind) => setQuery({ kind: kind === 'Pod' ? undefined : kind })}
        />
        <span className="o-grow" />
        <Button
          variant={writing ? 'default' : 'filled'}
          leftSection={<Icon name={writing ? 'close' : 'plus'} size={12} />}
          aria-expanded={writing}
          onClick={() => setWriting(!writing)}
        >
          {writing ? 'Close the editor' : 'Write a stage'}
        </Button>
      </div>
      {writing && <StageWriter />}
      <div className="o-wl-lives">
        <StageTable title={chosen.title} rows={stageRows(data, chosen.kind)} />
        <NextTurns turns={data.turns.filter(({ kind }) => kind === chosen.kind)} now={data.now} of={chosen} />
      </div>
      {chosen.kind === 'PersistentVolumeClaim' && <ClaimFailures />}
    </div>
  )
}
