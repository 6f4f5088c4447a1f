import { Fragment } from 'react'
import { useKeyState } from '../state/keys'
import { keySections } from './key-sections'
import { KeySigns } from './KeySigns'

/** Every key that is bound in the current context. */
export function KeyList() {
  const layers = useKeyState((state) => state.layers)
  return (
    <div className="o-columns">
      {keySections(layers).map(([section, deeds]) => (
        <section key={section} aria-label={section}>
          <h2 className="o-h2">{section}</h2>
          <table className="o-table">
            <tbody>
              {[...deeds].map(([title, ways]) => (
                <tr key={title}>
                  <td className="o-wide-6 o-one-line">
                    {ways.map((keys, i) => (
                      <Fragment key={keys}>
                        {i > 0 && <span className="o-dim"> or </span>}
                        <KeySigns keys={keys} />
                      </Fragment>
                    ))}
                  </td>
                  <td>{title}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}
