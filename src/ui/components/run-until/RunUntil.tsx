import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import type { Target } from '../../../client/targets'
import { useClient } from '../../state/connection'
import { isStatus } from '../../../client/status-error'
import { type Condition, conditionsFor } from './conditions'
import { FieldDialog } from './FieldDialog'
import { useRunUntil } from './use-run-until'

/** Advances the cluster's clock until an object meets a condition. */
export function RunUntil({
  target,
  name,
  compact = false,
}: {
  readonly target: Target
  readonly name: string
  /** Smaller, for a panel's heading. */
  readonly compact?: boolean
}) {
  const client = useClient()
  const { running, run, stop } = useRunUntil()
  const [asking, setAsking] = useState(false)
  const size = compact ? { size: 'compact-sm' as const } : {}
  const read = () =>
    client.get(target, name).catch((error: unknown) => {
      if (isStatus(error, 'NotFound')) return undefined
      throw error
    })
  const start = ({ title, holds }: Condition): void =>
    run(`${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`, async () => holds(await read()))
  if (running)
    return (
      <Button {...size} variant="default" onClick={stop}>
        Stop advancing the clock
      </Button>
    )
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button {...size} variant="default">
            Run until
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Advance the cluster’s clock until</Menu.Label>
          {conditionsFor(target).map((condition) => (
            <Menu.Item key={condition.title} onClick={() => start(condition)}>
              {condition.title}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsking(true)}>A field has a value…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && <FieldDialog name={name} run={start} onClose={() => setAsking(false)} />}
    </>
  )
}
