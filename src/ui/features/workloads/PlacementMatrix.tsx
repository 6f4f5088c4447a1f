import type { Placement } from '../../../machinery/placement'
import { Word } from '../../components/terms/Explained'
import { Icon } from '../../components/Icon'
import { nearMisses, pluginsOf, refusedBy, words } from './pending-model'

const total = (scores: Readonly<Record<string, number>> | undefined): string =>
  scores ? String(Math.round(Object.values(scores).reduce((sum, value) => sum + value, 0))) : ''

/** A matrix of nodes and plugins: a cross is a rejection, with its reason. */
export function PlacementMatrix({ placement }: { readonly placement: Placement }) {
  const plugins = pluginsOf(placement)
  const near = nearMisses(placement)
  const scored = placement.nodes.some(({ scores }) => scores)
  const victims = placement.nodes.find((node) => node.victims?.length)
  return (
    <>
      {near.length > 0 && (
        <div className="o-wl-near">
          <Icon name="info" />
          <ul className="o-wl-list" aria-label="Near misses">
            {near.slice(0, 5).map(({ node, near: what }) => (
              <li key={node}>
                The pod would fit on <strong>{node}</strong> if it requested {what}
              </li>
            ))}
          </ul>
        </div>
      )}
      {victims && (
        <p className="o-flush">
          Preempts pods of lower priority on {victims.node}: {victims.victims?.join(', ')}.
        </p>
      )}
      {placement.nodes.length > 0 && (
        <div className="o-wl-placement" role="region" aria-label="Verdicts of plugins by node" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <Word id="node">Node</Word>
                </th>
                {plugins.map((plugin) => (
                  <th key={plugin} scope="col">
                    {words(plugin)}
                  </th>
                ))}
                {scored && <th scope="col">Score</th>}
              </tr>
            </thead>
            <tbody>
              {placement.nodes.map((node) => (
                <tr key={node.node} className={node.node === placement.node ? 'chosen' : undefined}>
                  <th scope="row">{node.node}</th>
                  {plugins.map((plugin) => {
                    const reasons = refusedBy(node, plugin)
                    return reasons.length > 0 ? (
                      <td key={plugin} className="o-tone-refused">
                        <span className="o-tone">✕ {reasons.join(', ')}</span>
                      </td>
                    ) : (
                      <td key={plugin} className="o-tone-allowed">
                        <span className="o-tone" role="img" aria-label="passes">
                          ✓
                        </span>
                      </td>
                    )
                  })}
                  {scored && <td className="o-num">{total(node.scores)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {placement.total > placement.nodes.length && (
        <p className="o-small o-dim">
          {placement.nodes.length} of {placement.total} nodes are shown.
        </p>
      )}
    </>
  )
}
