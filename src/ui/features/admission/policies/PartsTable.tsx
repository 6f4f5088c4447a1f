import type { BenchExpression } from '../../../../api/policies/bench-notes'

/** The values of all parts of an expression as a table. */
export function PartsTable({ one: { expression, parts } }: { readonly one: BenchExpression }) {
  if (parts.length === 0) return null
  return (
    <details>
      <summary className="o-tiny">Values of all parts</summary>
      <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of parts">
        <table className="o-table o-tiny">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ start, end, value, times }, i) => (
              <tr key={i}>
                <td>
                  <code>{expression.slice(start, end)}</code>
                </td>
                <td className="o-break">
                  <code>{value}</code>
                  {times > 1 && <span className="o-dim"> (last of {times})</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
