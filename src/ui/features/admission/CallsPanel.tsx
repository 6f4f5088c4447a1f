import type { WebhookBackend } from '../../../outside/admission-webhook-settings'
import { clockTime } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { Panel } from '../../components/Panel'
import type { WebhookCall } from './use-webhooks'

const SHOWN = 12

/** Recent calls of a webhook by the API server, newest first. */
export function CallsPanel({
  backend,
  calls,
}: {
  readonly backend: WebhookBackend
  readonly calls: readonly WebhookCall[]
}) {
  const own = calls
    .filter(({ url }) => url === backend.url)
    .slice(-SHOWN)
    .reverse()
  return (
    <Panel title="Calls from the API server">
      {own.length === 0 ? (
        <p className="o-panel-body o-dim o-adm-message">No calls yet.</p>
      ) : (
        <table className="o-table">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Result</th>
              <th scope="col">Message</th>
            </tr>
          </thead>
          <tbody>
            {own.map((call, i) => (
              <tr key={i}>
                <td className="o-num">{clockTime(call.at)}</td>
                <td>
                  <Verdict tone={call.status === 0 ? 'refused' : statusTone(call.status)}>
                    {call.status === 0 ? 'none' : call.status}
                  </Verdict>
                </td>
                <td className="o-break">{call.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
