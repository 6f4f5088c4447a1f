import { Button } from '@mantine/core'
import type { NativeClient } from '../../../machinery/serving'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import { clockTime } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import { type RequestRow, useRequests } from '../../state/requests'

/** Users that a program has sent requests as, newest first; the program is identified by its user agent. */
const usersOf = (rows: readonly RequestRow[], { agent }: NativeClient): string[] => [
  ...new Set(rows.flatMap(({ trace, who }) => (trace?.client?.agent === agent ? [who] : [])).reverse()),
]

/** Programs outside the page that have sent requests to this cluster. */
export function ClientsPart({ clients }: { readonly clients: readonly NativeClient[] }) {
  const { rows, setScope, setDrawer } = useRequests()
  const show = (): void => {
    setScope('clients')
    setDrawer('open')
  }
  return (
    <section className="o-panel" aria-label="Connected programs">
      <header>
        <h2>Connected programs</h2>
        <span className="o-grow" />
        <Button size="compact-sm" variant="default" leftSection={<Icon name="list" size={12} />} onClick={show}>
          Show their requests
        </Button>
      </header>
      {clients.length === 0 ? (
        <Empty title="No program has connected yet" icon="connect">
          Every program that sends a request appears here.
        </Empty>
      ) : (
        <div className="o-scroll-x">
          <table className="o-table">
            <thead>
              <tr>
                <th>Program</th>
                <th>User</th>
                <th>Transport</th>
                <th className="end">Requests</th>
                <th>Watches</th>
                <th>Last request</th>
              </tr>
            </thead>
            <tbody>
              {clients.map((client) => (
                <tr key={`${client.agent} ${client.address} ${String(client.secure)}`}>
                  <td className="o-break">{client.agent || 'unnamed'}</td>
                  <td className="o-break">{usersOf(rows, client).slice(0, 3).join(', ') || '–'}</td>
                  <td>{client.secure ? 'HTTPS' : 'HTTP'}</td>
                  <td className="end o-num">{client.requests}</td>
                  <td>{client.watches > 0 ? <Verdict tone="waiting">{`${client.watches} open`}</Verdict> : '–'}</td>
                  <td className="o-num">{clockTime(client.at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
