import type { VirtualItem } from '@tanstack/react-virtual'
import { measures } from '../../components/measures'
import type { MatrixSizes } from './matrix-sizes'
import { personOf } from './people'

/** A column's heading in two lines: subject kind and namespace, then name. */
function heading(text: string): [kind: string, name: string] {
  const person = personOf(text)
  if (person?.kind === 'ServiceAccount') return [`service account in ${person.namespace}`, person.name]
  const at = text.indexOf(':')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** The resource names, one per column. */
export function MatrixHead({
  total,
  shown,
  people,
  sizes,
}: {
  readonly total: number
  readonly shown: VirtualItem[]
  readonly people: readonly string[]
  readonly sizes: MatrixSizes
}) {
  const { first, width } = sizes
  return (
    <div
      role="rowgroup"
      className="head o-whole-width o-own-width o-own-height"
      style={measures({ width: total, height: sizes.head })}
    >
      <div role="row" aria-rowindex={1} className="row o-own-height">
        <div role="columnheader" aria-colindex={1} className="corner o-own-width" style={measures({ width: first })}>
          <span className="o-hidden">Resource</span>
        </div>
        {shown.map((item) => {
          const [kind, name] = heading(people[item.index] ?? '')
          return (
            <div
              key={item.key}
              role="columnheader"
              aria-colindex={item.index + 2}
              className="person o-own-width o-own-x"
              title={people[item.index]}
              style={measures({ width, x: first + item.start })}
            >
              <span className="o-dim">{kind}</span>
              <b>{name}</b>
            </div>
          )
        })}
      </div>
    </div>
  )
}
