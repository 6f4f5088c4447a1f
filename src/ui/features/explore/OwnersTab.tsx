import type { ApiObject, ManagedFieldsEntry } from '../../../machinery/object'
import { Empty } from '../../components/States'
import { Age } from '../../components/time'
import { ownerMark } from '../../theme'
import { fieldPaths } from './field-paths'

const nameOf = (entry: ManagedFieldsEntry): string =>
  `${entry.manager ?? 'unknown'}${entry.subresource ? ` (${entry.subresource})` : ''}`

/** Who owns which fields, as the server keeps it in `metadata.managedFields`. */
export function OwnersTab({ object }: { readonly object: ApiObject }) {
  const entries = object.metadata.managedFields ?? []
  if (!entries.length)
    return (
      <Empty title="Nobody owns a field of it" icon="identity">
        The server notes for every field who set it last; this object has no such notes.
      </Empty>
    )
  return (
    <div className="o-columns">
      {entries.map((entry, i) => {
        const paths = fieldPaths(entry.fieldsV1 ?? {})
        const mark = ownerMark(nameOf(entry))
        return (
          <section
            key={i}
            className="o-panel"
            aria-label={nameOf(entry)}
            style={{ borderLeft: `4px ${mark.pattern} ${mark.colour}` }}
          >
            <header>
              <h2 className="o-break">{nameOf(entry)}</h2>
              <span className="o-tag">{entry.operation}</span>
              <span className="o-grow" />
              <span className="o-dim o-small">
                {entry.apiVersion}, <Age since={entry.time} /> ago
              </span>
            </header>
            <ul
              className="o-mono"
              style={{ margin: 0, padding: '0.5rem 0.75rem 0.5rem 1.75rem', maxHeight: '24rem', overflow: 'auto' }}
              tabIndex={0}
              aria-label={`Fields of ${nameOf(entry)}`}
            >
              {paths.map((path) => (
                <li key={path} className="o-break">
                  {path}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
