import type { AbacPolicy } from '../../../authorization/abac'
import { Word } from '../../components/terms/Explained'

const COLUMNS = ['user', 'group', 'namespace', 'apiGroup', 'resource', 'nonResourcePath'] as const

/** The policies of a file as a table, each with its line. */
export function AbacPolicies({
  policies,
  onShow,
}: {
  readonly policies: readonly AbacPolicy[]
  readonly onShow: (line: number) => void
}) {
  return (
    <section className="o-panel o-scroll-x" aria-label="Parsed policies" tabIndex={0}>
      <table className="o-table">
        <thead>
          <tr>
            <th>Line</th>
            <th>User</th>
            <th>Group</th>
            <th>
              <Word id="namespace">Namespace</Word>
            </th>
            <th>
              <Word id="api-group">API group</Word>
            </th>
            <th>Resource</th>
            <th>Path</th>
            <th>Read-only</th>
          </tr>
        </thead>
        <tbody>
          {policies.map((policy) => (
            <tr key={policy.line}>
              <td>
                <button
                  type="button"
                  className="o-link o-num"
                  aria-label={`Go to line ${policy.line}`}
                  onClick={() => onShow(policy.line)}
                >
                  {policy.line}
                </button>
              </td>
              {COLUMNS.map((key) => (
                <td key={key} className="o-mono">
                  {policy[key] || <span className="o-faint">–</span>}
                </td>
              ))}
              <td>{policy.readonly ? 'yes' : <span className="o-faint">–</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
