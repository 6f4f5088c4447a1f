import { Button } from '@mantine/core'
import { Verdict } from '../../components/Verdict'
import type { Drained } from './drain'

/** The progress of a drain, and what blocks it. */
export function DrainReport({
  drained,
  again,
  close,
}: {
  readonly drained: Drained
  readonly again: () => void
  readonly close: () => void
}) {
  const { node, evicted, blocked, kept } = drained
  return (
    <section className="o-panel" aria-label={`Drain of ${node}`}>
      <header>
        <h2 className="o-grow">Drain of {node}</h2>
        {blocked.length > 0 ? <Verdict tone="refused">blocked</Verdict> : <Verdict tone="allowed">drained</Verdict>}
        {blocked.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={again}>
            Try again
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={close}>
          Close
        </Button>
      </header>
      <div className="o-panel-body" role="status">
        <p className="o-flush">
          The node is cordoned. {evicted.length} {evicted.length === 1 ? 'pod was' : 'pods were'} evicted
          {kept > 0 && `, ${kept} of DaemonSets stay`}.
        </p>
        {blocked.length > 0 && (
          <ul>
            {blocked.map(({ pod, why }) => (
              <li key={pod} className="o-break">
                <code>{pod}</code>: {why}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
