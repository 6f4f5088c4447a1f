import type { ApiObject } from '../../../machinery/object'
import { Go } from '../../components/Go'
import { Verdict } from '../../components/Verdict'
import type { ResourceInfo } from '../../queries/discovery'
import { useRelated } from '../../queries/related'
import { objectPlace } from '../../state/place'

const SHOWN = 100

/** Related objects other than owners: references and selectors, in both directions. */
export function RelatedPanel({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const related = useRelated(info, object)
  if (!related?.length) return null
  return (
    <section className="o-panel" aria-label="Related">
      <header>
        <h2>Related</h2>
        <span className="o-dim o-num">{related.length}</span>
      </header>
      <div className="o-bounded" tabIndex={0} role="region" aria-label="Related objects">
        <table className="o-table">
          <tbody>
            {related.slice(0, SHOWN).map(({ kind, name, known, how }, i) => (
              <tr key={i}>
                <td className="o-dim">{kind}</td>
                <td>
                  {known ? (
                    <Go
                      className="o-mono o-break"
                      place={objectPlace(known.info, known.meta.namespace, known.meta.name ?? '')}
                    >
                      {name}
                    </Go>
                  ) : (
                    <>
                      <span className="o-mono o-break">{name}</span> <Verdict tone="refused">not found</Verdict>
                    </>
                  )}
                </td>
                <td className="o-dim o-break">{how}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
