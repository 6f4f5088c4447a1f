import { Go } from '../../components/Go'
import { Word } from '../../components/terms/Explained'
import { resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { explainPlace } from '../../state/place'
import { verbsOf } from './verbs-text'

/** The kinds of one API version. */
export function KindTable({
  group,
  version,
  kinds,
}: {
  readonly group: string
  readonly version: string
  readonly kinds: readonly ResourceInfo[]
}) {
  return (
    <section className="o-panel" aria-label={`${group || 'core'}/${version}`}>
      <header>
        <h2 className="o-mono">{group ? `${group}/${version}` : version}</h2>
        {!group && <span className="o-dim">core</span>}
      </header>
      <div className="o-scroll-x">
        <table className="o-table">
          <thead>
            <tr>
              <th>
                <Word id="kind">Kind</Word>
              </th>
              <th>Resource</th>
              <th>Short</th>
              <th>Scope</th>
              <th>
                <Word id="verb">Verbs</Word>
              </th>
              <th>
                <Word id="subresource">Subresources</Word>
              </th>
            </tr>
          </thead>
          <tbody>
            {[...kinds]
              .sort((a, b) => a.kind.localeCompare(b.kind))
              .map((info) => (
                <tr key={resourceTitle(info)}>
                  <td>
                    <Go place={explainPlace(info)}>{info.kind}</Go>
                  </td>
                  <td className="o-mono">{info.resource}</td>
                  <td className="o-mono o-dim">{info.shortNames.join(', ')}</td>
                  <td className="o-dim">{info.namespaced ? 'namespace' : 'cluster'}</td>
                  <td className="o-dim o-small" title={info.verbs.join(', ')}>
                    {verbsOf(info.verbs)}
                  </td>
                  <td className="o-dim o-small">{info.subresources.map((sub) => sub.name).join(', ')}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
